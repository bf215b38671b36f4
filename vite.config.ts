import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** All in one folder: app/db/open.server.ts finds the thread's file beside itself. */
const serverNames = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }

/** The Remix plugin sets its own server input; this plugin stands after it and names ours. */
const serverEntries = (input: Record<string, string>): Plugin => ({
  name: 'footfall-server-entries',
  config: (_config, { isSsrBuild }) =>
    isSsrBuild ? { build: { rollupOptions: { input, output: serverNames } } } : undefined,
})

export default defineConfig(({ command }) => ({
  plugins: [
    remix(remixConfig),
    serverEntries({
      index: './app/server/main.ts',
      cli: './app/server/cli.ts',
      // Loaded by Node itself, as a thread: it has to be a file of its own.
      'embedded-worker': './app/db/embedded/embedded-worker.js',
    }),
  ],
  build: {
    target: 'es2022',
    rollupOptions: {
      // A route without a screen leaves nothing for the browser: that is meant.
      onwarn: (warning, warn) => {
        if (warning.code !== 'EMPTY_BUNDLE') warn(warning)
      },
    },
  },
  // Polaris in the bundle starts the server a third faster; in development it would send
  // hundreds of modules through Vite for nothing.
  ssr: command === 'build' ? { noExternal: [/^@shopify\/polaris/] } : {},
}))
