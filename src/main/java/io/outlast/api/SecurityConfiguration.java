package io.outlast.api;

import static org.springframework.http.HttpMethod.GET;
import static org.springframework.http.HttpMethod.HEAD;
import static org.springframework.http.HttpMethod.OPTIONS;

import io.outlast.settings.OutlastSettings;
import io.outlast.settings.SecuritySettings.Role;
import jakarta.servlet.DispatcherType;
import java.time.Clock;
import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties.ForwardHeadersStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.authentication.AuthenticationFilter;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/** The service's doors: where it listens, who is let in, what is taken in. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
class SecurityConfiguration {

  @Bean
  Access access(OutlastSettings settings, Environment environment) {
    return Access.of(settings.security(), environment);
  }

  @Bean
  ListenLog listenLog(Access access, Environment environment) {
    return new ListenLog(access, environment);
  }

  @Bean
  AuthenticationManager doorkeeper(Access access, ObjectProvider<JwtDecoder> decoder) {
    JwtDecoder jwts = decoder.getIfAvailable();
    if (jwts == null) {
      return new Doorkeeper(new ApiKeys(access.keys()), null);
    }
    JwtAuthenticationProvider provider = new JwtAuthenticationProvider(jwts);
    provider.setJwtAuthenticationConverter(new JwtRoles());
    return new Doorkeeper(new ApiKeys(access.keys()), provider);
  }

  @Bean
  BrowserSessions browserSessions(JdbcClient jdbc, Clock clock) {
    return new BrowserSessions(jdbc, clock);
  }

  @Bean
  CallerLimits callerLimits(OutlastSettings settings, ServerProperties server) {
    ForwardHeadersStrategy strategy = server.getForwardHeadersStrategy();
    return new CallerLimits(
        new RateLimits(settings.api(), System::nanoTime),
        strategy != null && strategy != ForwardHeadersStrategy.NONE);
  }

  @Bean
  RequestRejectedHandler rejectedRequests() {
    return (request, response, rejection) -> ProblemWriter.unreadable(response);
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTomcat() {
    return tomcat ->
        tomcat.addContextCustomizers(context -> {
          if (context.getParent() instanceof StandardHost host) {
            host.setErrorReportValveClass("");
            host.getPipeline().addValve(new ProblemValve());
          }
        });
  }

  @Bean
  SecurityFilterChain doors(
      HttpSecurity http,
      Access access,
      AuthenticationManager doorkeeper,
      BrowserSessions sessions,
      CallerLimits rates,
      Environment environment) {
    String actuator = environment.getProperty("management.endpoints.web.base-path", "/actuator");
    RateLimitFilter limit = new RateLimitFilter(rates, actuator + "/health");
    http.csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(it -> it.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .headers(SecurityConfiguration::headers)
        .exceptionHandling(it ->
            it.authenticationEntryPoint(Doors::signIn)
                .accessDeniedHandler(ProblemWriter::forbidden))
        .addFilterAfter(new ForeignOrigins(access), HeaderWriterFilter.class)
        .addFilterAfter(new BodyLimit(), ForeignOrigins.class)
        .addFilterAfter(limit, AnonymousAuthenticationFilter.class)
        .addFilterAfter(new AuditLog(), AuthorizationFilter.class);
    if (access.anonymous()) {
      return http.authorizeHttpRequests(it -> it.anyRequest().permitAll()).build();
    }
    AuthenticationFilter bearer = new AuthenticationFilter(doorkeeper, new BearerToken(sessions));
    bearer.setSuccessHandler((request, response, caller) -> {});
    bearer.setFailureHandler(limit::unknown);
    return http.addFilterBefore(bearer, AnonymousAuthenticationFilter.class)
        .authorizeHttpRequests(it ->
            it.dispatcherTypeMatchers(
                    DispatcherType.ASYNC, DispatcherType.ERROR, DispatcherType.FORWARD)
                .permitAll()
                .requestMatchers(
                    actuator + "/health",
                    actuator + "/health/startup",
                    actuator + "/health/liveness",
                    actuator + "/health/readiness")
                .permitAll()
                .requestMatchers(Doors.OPEN)
                .permitAll()
                .requestMatchers(GET)
                .hasRole(Role.VIEWER.name())
                .requestMatchers(HEAD)
                .hasRole(Role.VIEWER.name())
                .requestMatchers(OPTIONS)
                .hasRole(Role.VIEWER.name())
                .anyRequest()
                .hasRole(Role.OPERATOR.name()))
        .build();
  }

  private static void headers(HeadersConfigurer<HttpSecurity> headers) {
    headers
        .addHeaderWriter(Doors::policy)
        // With no-referrer a form of our own pages would come from the origin "null".
        .referrerPolicy(it -> it.policy(ReferrerPolicy.SAME_ORIGIN));
  }
}
