# The reference server: docker build -f docker/server.Dockerfile -t calproof-server CONTEXT, where docker/context made
# CONTEXT. It forgets everything when it ends, unless `--data /data/FILE` keeps it in a
# volume at /data; SIGTERM ends it in order.
ARG BASE=node:22-slim
FROM ${BASE}
COPY node_modules /calproof/node_modules
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
EXPOSE 8080
ENTRYPOINT ["node", "/calproof/node_modules/calproof/dist/runners/main.js", "serve", "--host", "0.0.0.0", "--port", "8080"]
