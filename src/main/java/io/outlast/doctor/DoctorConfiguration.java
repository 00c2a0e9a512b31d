package io.outlast.doctor;

import io.outlast.agent.AgentCatalog;
import io.outlast.agent.ToolLayers;
import io.outlast.mcp.McpRegistry;
import io.outlast.model.Models;
import io.outlast.queue.RunQueue;
import io.outlast.settings.OutlastSettings;
import io.outlast.settings.SecretMasker;
import io.outlast.tool.ToolSource;
import javax.sql.DataSource;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.health.DataSourceHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

@Configuration(proxyBeanMethods = false)
class DoctorConfiguration {

  @Bean
  AgentReports agentReports(
      AgentCatalog agents, ToolSource tools, ToolLayers layers, OutlastSettings settings) {
    return new AgentReports(agents, tools, layers, settings);
  }

  @Bean
  ServerReports serverReports(
      McpRegistry registry, ToolLayers layers, OutlastSettings settings, SecretMasker masker) {
    return new ServerReports(registry, layers, settings, masker);
  }

  @Bean
  DatabaseCheck databaseCheck(DataSource source, Environment environment, SecretMasker masker) {
    return new DatabaseCheck(source, environment, masker);
  }

  @Bean
  Doctor doctor(
      DatabaseCheck database,
      Models models,
      ServerReports servers,
      AgentReports agents,
      OutlastSettings settings) {
    return new Doctor(database, new ModelChecks(models), servers, agents, settings);
  }

  @Bean
  DoctorEndpoint doctorEndpoint(Doctor doctor) {
    return new DoctorEndpoint(doctor);
  }

  @Bean
  McpHealth mcpHealthIndicator(ServerReports servers) {
    return new McpHealth(servers);
  }

  @Bean
  RequiredServersHealth requiredServersHealthIndicator(ServerReports servers) {
    return new RequiredServersHealth(servers);
  }

  @Bean
  FirstConnectionsHealth firstConnectionsHealthIndicator(
      ServerReports servers, McpRegistry registry) {
    return new FirstConnectionsHealth(
        servers::all, registry.attempted(registry.servers()), FirstConnectionsHealth.LONGEST);
  }

  @Bean
  HealthIndicator schedulerHealthIndicator(RunQueue queue) {
    return new PromptHealth(new SchedulerHealth(queue));
  }

  /** In the place of Spring Boot's, which waits for a connection as long as anybody. */
  @Bean("dbHealthContributor")
  HealthIndicator databaseHealth(DataSource source) {
    return new PromptHealth(new DataSourceHealthIndicator(source));
  }

  @Bean
  TimeoutsHealth timeoutsHealthIndicator(OutlastSettings settings, ServerReports servers) {
    return new TimeoutsHealth(settings, servers);
  }
}
