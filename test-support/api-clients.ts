import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { programFolder } from '#platform/version.ts'
import { isObject } from '#server/operations/api-docs/error-responses.ts'

const compiler = 'typescript:compiler'

/**
 * Both generators write code with the JavaScript API of the compiler, which TypeScript 7 does not have. They get that
 * of TypeScript 6 from a package that bundles it: the package of TypeScript 6 itself would replace the command tsc.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'typescript') return { url: compiler, format: 'module', shortCircuit: true }
    if (context.parentURL === compiler) return next(specifier, { ...context, parentURL: import.meta.url })
    return next(specifier, context)
  },
  load(url, context, next) {
    if (url !== compiler) return next(url, context)
    const source = "export { ts as default } from '@ts-morph/common'"
    return { format: 'module', source, shortCircuit: true }
  },
})

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'preserve',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
}

/** Generates both clients beside the programs that use them, in a folder from which their imports resolve. */
export async function generateClients(document: unknown) {
  const cache = join(programFolder, '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'api-clients-'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  for (const program of ['openapi-fetch.ts', 'openapi-ts.ts'])
    await copyFile(join(import.meta.dirname, 'api-clients', `${program}.txt`), join(folder, program))
  await writeTypes(document, folder)
  await writeSdk(document, folder)
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

async function writeTypes(document: unknown, folder: string): Promise<void> {
  const { default: openapiTypescript, astToString } = await import('openapi-typescript')
  const { ts } = await import('@ts-morph/common')
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const nodes = await openapiTypescript(JSON.stringify(document), {
    silent: true,
    // From its manual: without it files are strings.
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  })
  await writeFile(join(folder, 'schema.ts'), astToString(nodes))
}

async function writeSdk(document: unknown, folder: string): Promise<void> {
  const { createClient } = await import('@hey-api/openapi-ts')
  await createClient({
    input: isObject(document) ? document : {},
    output: { path: join(folder, 'sdk'), importFileExtension: '.ts' },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  })
}

/** The compiler errors in the generated code and the programs that use it; empty without errors. */
export async function checkTypes(folder: string): Promise<string> {
  const tsc = join(programFolder, 'node_modules/typescript/bin/tsc')
  return promisify(execFile)(process.execPath, [tsc, '-p', folder]).then(
    ({ stdout }) => stdout,
    (error: unknown) => (isObject(error) ? String(error['stdout']) : String(error)),
  )
}
