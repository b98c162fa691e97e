import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const packageFile: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The version in package.json. */
export const version =
  typeof packageFile === 'object' && packageFile && 'version' in packageFile
    ? String(packageFile.version)
    : '0'

/** The root folder of the project: migrations and built pages are below it. */
export const programFolder = root
