package io.outlast.api;

import io.outlast.OutlastApplication;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/**
 * The whole service on a free port with an H2 in memory and without a worker: runs stay where the
 * test puts them. The one agent is called tester.
 */
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
    classes = OutlastApplication.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
      "internal.outlast-worker=false",
      "outlast.agents.location=classpath:api-agents/",
      "outlast.agents.watch=false"
    })
@interface ApiTest {}
