import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

/** Writes .br and .gz files for all text files of the client, with the highest compression. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true })
      await Promise.all(
        files
          .filter((file) => /\.(js|css|svg)$/.test(file))
          .map(async (file) => {
            const content = await readFile(join(dir, file))
            const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
            await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(content, { params }))
            await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(content, { level: 9 }))
          }),
      )
    },
  }
}
