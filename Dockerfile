# docker build -t outlast .                        the service
# docker build -t outlast-node --target outlast-node .   with Node and npx, for MCP servers that are started as processes

FROM eclipse-temurin:25-jdk AS build
WORKDIR /src
COPY .mvn .mvn
COPY mvnw pom.xml ./
COPY src/main src/main
# A Maven repository to have Maven itself from, where its archive cannot be reached; with neither, the distribution's is taken.
ARG MVNW_REPOURL
RUN --mount=type=cache,target=/root/.m2 \
    { ./mvnw -v || { apt-get update && apt-get install -y --no-install-recommends maven; }; } \
 && ./mvnw -q -B -Psbom -Dmaven.test.skip=true -Dspotless.check.skip package && cp target/outlast.jar /outlast.jar

FROM node:24-bookworm-slim AS node

# An MCP server over HTTP to try things with.
FROM node AS sample-mcp
RUN npm install --global --no-fund --no-audit @modelcontextprotocol/server-everything@2026.8.31
USER node
ENV PORT=3001
EXPOSE 3001
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "require('net').connect(3001, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(1))"]
ENTRYPOINT ["mcp-server-everything", "streamableHttp"]

FROM eclipse-temurin:25-jre AS outlast
# tini hands signals on and reaps what MCP servers leave behind.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 outlast && useradd --uid 10001 --gid 10001 --create-home --home-dir /home/outlast --shell /usr/sbin/nologin outlast \
 && install -d -o 10001 -g 10001 /outlast /outlast/data /outlast/agents /outlast/config
WORKDIR /outlast
COPY --from=build /outlast.jar outlast.jar
# Trained here and not where it was built: the cache fits only this JVM and this file. It saves two thirds of the start. Without the optimizing compiler in the
# training no profiles are kept, by which it would compile, beside the start, what only the start needs.
RUN java -XX:AOTCacheOutput=outlast.aot -XX:TieredStopAtLevel=1 -Xlog:disable -Xlog:all=error:stderr -Dspring.context.exit=onRefresh -Dspring.main.log-startup-info=false -jar outlast.jar --outlast.data-dir=/tmp/training \
 && rm -rf /tmp/training && test -s outlast.aot
USER 10001:10001
ENV LANG=C.UTF-8 HOME=/home/outlast SERVER_ADDRESS=0.0.0.0
EXPOSE 8080
# Whether the process works, not whether others do: what restarts unhealthy containers must not restart this one for a lost database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${SERVER_PORT:-8080} && printf 'GET /actuator/health/liveness HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && grep -q '\"UP\"' <&3"]
# The end on SIGTERM is none that anybody needs to hear of: 143 becomes 0.
ENTRYPOINT ["tini", "-e", "143", "--", "java", "-XX:AOTCache=/outlast/outlast.aot", "-XX:MaxRAMPercentage=60", "-XX:+ExitOnOutOfMemoryError", "-jar", "/outlast/outlast.jar"]

FROM outlast AS outlast-node
USER root
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules/npm /usr/local/lib/node_modules/npm
RUN apt-get update && apt-get install -y --no-install-recommends libstdc++6 && rm -rf /var/lib/apt/lists/* \
 && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
 && npx --version
USER 10001:10001

FROM outlast
