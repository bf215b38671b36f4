/** Builds the web pixel extension's script for the demo store. The platform's tools build its own. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const inRoot = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

export default defineConfig({
  root: inRoot('.'),
  publicDir: false,
  build: {
    outDir: inRoot('build/extensions'),
    target: 'es2020',
    lib: {
      entry: inRoot('extensions/nudges-pixel/src/index.ts'),
      formats: ['iife'],
      name: 'nudgesPixel',
      fileName: () => 'nudges-pixel.js',
    },
  },
})
