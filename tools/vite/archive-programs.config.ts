import { defineConfig, type Plugin } from 'vite'

import { SOURCES } from '../archive-programs.mjs'
import { inRoot } from '../root.mjs'

/** A program in one file, without 7-Zip: its WebAssembly is a file of its package. */
export default defineConfig({
  publicDir: false,
  plugins: [rejectOtherSources()],
  ssr: { noExternal: true, external: ['7z-wasm'] },
  build: {
    emptyOutDir: true,
    target: 'es2024',
    rolldownOptions: { output: { entryFileNames: '[name].mjs', codeSplitting: false } },
  },
})

/** A changed file that the hash of the build does not contain would not be noticed. */
function rejectOtherSources(): Plugin {
  return {
    name: 'reject-other-sources',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        for (const id of file.type === 'chunk' ? file.moduleIds : [])
          if (!isKnown(id)) this.error(`${id} is not in SOURCES of tools/archive-programs.mjs`)
    },
  }
}

function isKnown(id: string): boolean {
  return /node_modules|^\0/.test(id) || SOURCES.some((source) => id.startsWith(`${inRoot(source)}/`))
}
