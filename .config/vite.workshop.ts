/** Builds the demo, which `npm start` runs next to the product. Nothing of it is in the product's build. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  publicDir: false,
  build: {
    ssr: true,
    target: 'es2022',
    outDir: 'build/workshop',
    rollupOptions: {
      input: { demo: 'workshop/demo/main.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
