package io.outlast;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;

/** Keeps the packages one-way, and each foreign library behind the one package that speaks it. */
class ModularityTest {

  private static final JavaClasses CLASSES =
      byName(() ->
          new ClassFileImporter()
              .withImportOption(new ImportOption.DoNotIncludeTests())
              .importPackages("io.outlast"));

  @Test
  void packagesImportOnlyWhatTheyDeclare() {
    byName(() -> ApplicationModules.of(OutlastApplication.class)).verify();
  }

  @Test
  void onlyTheMcpPackageSpeaksTheMcpSdk() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.outlast.mcp..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.modelcontextprotocol..")
        .check(CLASSES);
  }

  @Test
  void onlyTheModelPackageSpeaksSpringAi() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.outlast.model..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.springframework.ai..")
        .check(CLASSES);
  }

  @Test
  void onlyTheQueueSpeaksDbScheduler() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.outlast.queue..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.github.kagkarlsson..")
        .check(CLASSES);
  }

  @Test
  void whatARunIsAndHowItStopsNeedsNoFramework() {
    noClasses()
        .that()
        .resideInAnyPackage("io.outlast.run..", "io.outlast.control..")
        .and()
        .doNotHaveSimpleName("package-info")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..", "io.modelcontextprotocol..", "io.github.resilience4j..")
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  /** The names of foreign classes are enough here, and reading them takes seconds. */
  private static <T> T byName(Supplier<T> reading) {
    return ArchConfiguration.withThreadLocalScope(configuration -> {
      configuration.setResolveMissingDependenciesFromClassPath(false);
      return reading.get();
    });
  }
}
