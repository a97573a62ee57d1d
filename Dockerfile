# A server on the data directory /data: docker build -t sales . && docker run -p 8443:8443 -v sales:/data sales
FROM node:24-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts && npm pack && mv sales-*.tgz sales.tgz

FROM node:24-slim
COPY --from=build /build/sales.tgz /tmp/
RUN npm install --global --ignore-scripts /tmp/sales.tgz && rm /tmp/sales.tgz && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8443
# Whether it answers at all; who it is, is for clients to check.
HEALTHCHECK CMD node -e "require('https').get('https://localhost:8443/healthz', { rejectUnauthorized: false }, (answer) => process.exit(answer.statusCode < 500 ? 0 : 1)).on('error', () => process.exit(1))"
ENTRYPOINT ["sales"]
CMD ["serve", "--data", "/data", "--host", "0.0.0.0"]
