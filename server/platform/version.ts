import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const packageFile: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The version of this program, as its package says. */
export const version =
  typeof packageFile === 'object' && packageFile && 'version' in packageFile
    ? String(packageFile.version)
    : '0'

/** The folder of this program: where its migrations and its built pages are. */
export const programFolder = root
