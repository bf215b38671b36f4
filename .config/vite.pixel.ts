import { defineConfig } from 'vite'

/** Builds the storefront script as one file that runs at once, for browsers from 2020 on. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'build/pixel',
    target: 'es2020',
    minify: 'esbuild',
    lib: {
      entry: 'app/pixel/main.ts',
      formats: ['iife'],
      name: 'footfallPixel',
      fileName: () => 'pixel.library.js',
    },
  },
})
