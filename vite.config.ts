import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

import { inlineIcons } from './setup/vite/inline-icons.ts'
import { leanLibraries } from './setup/vite/lean-libraries.ts'
import { plainLinks } from './setup/vite/plain-links.ts'

/**
 * What every first page needs travels in one piece: it is packed better together than apart, and cut along every
 * lazy part that shares something with it, it would be thirty files of a few hundred bytes each. The same goes, one step
 * down, for what lists of scripts share, and for the small elements of the list's and of a script's own page.
 */
const packs = ['app', 'lists', 'list-parts', 'script-parts'] as const
type Pack = (typeof packs)[number]
/** Not what only late parts use of it. */
const framework = /node_modules\/(react|react-dom|scheduler|@tanstack)\/(?!.*\/useBlocker\.js)/

const groups = packs.map((pack, rank): Rolldown.CodeSplittingGroup => ({
  debugName: pack,
  // A module goes with the first pack that wants it, and takes along what it imports.
  priority: packs.length - rank,
  name: (id, bundle) => (packOf(id, bundle) === pack ? pack : null),
}))

export default defineConfig(({ command, isSsrBuild }) => ({
  root: 'web',
  plugins: [
    react(),
    shakeContract(),
    inlineIcons(),
    leanLibraries(),
    plainLinks(),
    compileAtOnce(),
    compressAssets(),
  ],
  css: { transformer: 'lightningcss' },
  resolve: {
    // React has had this hook since 18; the shim is for those before.
    alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }],
  },
  optimizeDeps: { entries: ['main.tsx'] },
  // One file that starts at once: loaded from node_modules, the icons alone are 1,700 modules.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    target: isSsrBuild ? 'es2024' : 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [{ test: /\/contract\/|node_modules\/zod\//, sideEffects: false }],
      },
      ...(!isSsrBuild && {
        input: 'web/main.tsx',
        output: { codeSplitting: { groups } },
      }),
    },
  },
}))

let packOfModule: Map<string, Pack> | undefined

function packOf(id: string, bundle: Rolldown.ChunkingContext): Pack | undefined {
  if (framework.test(id)) return 'app'
  packOfModule ??= sortModules((page) => modulesOf(page, bundle))
  return packOfModule.get(id)
}

function sortModules(modulesOfPage: (page: string) => Set<string>): Map<string, Pack> {
  const script = modulesOfPage('scripts/ScriptDetailPage.tsx')
  const list = modulesOfPage('scripts/ScriptListPage.tsx')
  const home = modulesOfPage('home/HomePage.tsx')
  const profile = modulesOfPage('profiles/ProfilePage.tsx')
  const lists = [list.intersection(home), list.intersection(profile), home.intersection(profile)]
  const sorted = new Map<string, Pack>()
  const put = (ids: Iterable<string>, pack: Pack) => {
    for (const id of ids) sorted.set(id, pack)
  }
  // Whatever comes later here goes first: what the script's page shares with any other is everybody's.
  put(elementsOf(script), 'script-parts')
  put(elementsOf(list), 'list-parts')
  for (const shared of lists) put(shared, 'lists')
  put(script.intersection(list.union(home).union(profile)), 'app')
  put(modulesOfPage('main.tsx'), 'app')
  // Every page with tabs has it, and would bring along all that it is packed with.
  put([pageFile('app/use-coming-search.ts')], 'app')
  // The start waits for its page, which would wait for the start if they came in one piece.
  sorted.delete(pageFile('main.tsx'))
  return sorted
}

const elementsOf = (page: Set<string>) => [...page].filter((id) => id.includes('/web/ui/'))

/** A page's modules, directly or through others. */
function modulesOf(page: string, bundle: Rolldown.ChunkingContext): Set<string> {
  const modules = new Set<string>()
  const visit = (id: string) => {
    // The libraries are seen whole: what of them nobody uses at first stays out.
    if (modules.has(id) || id.includes('/@tanstack/')) return
    modules.add(id)
    bundle.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  visit(pageFile(page))
  return modules
}

function pageFile(page: string): string {
  return join(import.meta.dirname, 'web', page)
}

/**
 * The contract keeps limits beside schemas. Told that making a schema has no side effects, the bundler leaves out
 * what a page does not use: the first load carries limits and no zod.
 */
function shakeContract(): Plugin {
  return {
    name: 'shake-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: (code) => code.replaceAll(/([=:(,]\s*)(z\s*\.|endpoint\()/g, '$1/* @__PURE__ */ $2'),
    },
  }
}

/**
 * Has Chromium compile the pack of the start while it is still on its way, beside the page's own thread, instead of looking
 * through it twice: first for its functions, then at their first call. It counts in the first line only; others take it for a comment.
 */
function compileAtOnce(): Plugin {
  const start: Pack = 'app'
  return {
    name: 'compile-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.name === start)
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/** Writes .br and .gz beside every text file of the client, at a quality that only a build can afford. */
function compressAssets(): Plugin {
  let outDir = ''
  return {
    name: 'compress-assets',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(outDir, { recursive: true })
      await Promise.all(
        files
          .filter((file) => /\.(js|css|svg)$/.test(file))
          .map(async (file) => {
            const content = await readFile(join(outDir, file))
            const best = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
            await writeFile(join(outDir, `${file}.br`), await promisify(brotliCompress)(content, best))
            await writeFile(join(outDir, `${file}.gz`), await promisify(gzip)(content, { level: 9 }))
          }),
      )
    },
  }
}
