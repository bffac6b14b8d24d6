# The command line: docker build -f docker/cli.Dockerfile -t calproof CONTEXT, where docker/context made CONTEXT.
ARG BASE=node:22-slim
FROM ${BASE}
RUN mkdir -p /work && chown 1000:1000 /work
COPY node_modules /calproof/node_modules
RUN ln -s /calproof/node_modules/.bin/calproof /usr/local/bin/calproof
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["node", "/calproof/node_modules/calproof/dist/runners/main.js"]
CMD ["--help"]
