package io.outlast.api;

import io.outlast.OutlastApplication;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;

/**
 * The whole service on a free port with an H2 in memory and without a worker: runs stay where the
 * test puts them.
 */
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
    classes = OutlastApplication.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
      "internal.outlast-worker=false",
      "outlast.agents.watch=false"
    })
@Import(TestParts.class)
@interface ApiTest {}
