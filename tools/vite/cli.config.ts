import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

import { defineConfig, type Plugin } from 'vite'

import { inRoot } from '../root.mjs'

/** The command line in one file that needs nothing but Node 20. */
export default defineConfig({
  publicDir: false,
  plugins: [embedSevenZip(), onlyAscii()],
  ssr: { noExternal: true },
  build: {
    emptyOutDir: true,
    target: 'node20',
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'cli.mjs', codeSplitting: false } },
  },
})

/** 7-Zip as the package has it, with its WebAssembly inside this file instead of beside it. */
function embedSevenZip(): Plugin {
  const id = '\0embedded-7z-wasm'
  return {
    name: 'embed-seven-zip',
    enforce: 'pre',
    resolveId: (source, importer) => (source === '7z-wasm' && importer !== id ? id : null),
    load(loaded) {
      if (loaded !== id) return null
      // The highest quality takes four seconds and saves a tenth.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      const wasm = brotliCompressSync(readFileSync(inRoot('node_modules', '7z-wasm', '7zz.wasm')), { params })
      return `
        import { brotliDecompressSync } from 'node:zlib'
        import sevenZip from '${inRoot('node_modules', '7z-wasm', '7zz.es6.js')}'
        const open = (options) =>
          sevenZip({ ...options, wasmBinary: brotliDecompressSync(Buffer.from('${wasm.toString('base64')}', 'base64')) })
        export default Object.assign(open, { default: open })`
    },
  }
}

/** V8 stores a text with a character beyond Latin 1 with two bytes for each: 2 MB more in each thread. */
function onlyAscii(): Plugin {
  return {
    name: 'only-ascii',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          file.code = file.code.replaceAll(
            /[^\0-\u007F]/g,
            (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
    },
  }
}
