import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/**
 * What every first page needs travels in one piece: it is packed better together than apart, and cut along every
 * lazy part that shares something with it, it would be thirty files of a few hundred bytes each.
 */
const atOnce: Rolldown.CodeSplittingGroup = {
  debugName: 'app',
  priority: 1,
  name: (id, bundle) => (framework.test(id) || onPublicPages(bundle).has(id) ? 'app' : null),
}
/** Not what only late parts use of it. */
const framework =
  /node_modules\/(react|react-dom|scheduler|@tanstack)\/(?!.*\/(useBlocker|useMutation|mutationObserver)\.js)/

/** The page with the most parts, in one piece as well: its late parts share half a dozen small files with it. */
const scriptPage: Rolldown.CodeSplittingGroup = {
  debugName: 'script',
  name: (id, bundle) => (modulesOf(detailPage, bundle).has(id) ? 'script' : null),
}
const detailPage = 'scripts/ScriptDetailPage.tsx'

const publicPages = [
  'main.tsx',
  'home/HomePage.tsx',
  'scripts/ScriptListPage.tsx',
  detailPage,
  'profiles/ProfilePage.tsx',
  'legal/FaqPage.tsx',
  'legal/TermsPage.tsx',
]

export default defineConfig(({ command, isSsrBuild }) => ({
  root: 'web',
  plugins: [react(), shakeContract(), singleIcons(), leanIcons(), withoutInfiniteQueries(), compressAssets()],
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
        output: { codeSplitting: { groups: [atOnce, scriptPage] } },
      }),
    },
  },
}))

let known: Set<string> | undefined

/** What comes with the app itself, and what at least three of the first pages need: imported, not loaded later. */
function onPublicPages(bundle: Rolldown.ChunkingContext): Set<string> {
  if (known) return known
  const [app = new Set<string>(), ...pages] = publicPages.map((page) => modulesOf(page, bundle))
  const all = pages.flatMap((modules) => [...modules])
  const counts = Map.groupBy(all, (id) => id)
  // The start waits for its page, which would wait for the start if they came in one piece.
  app.delete(pageFile('main.tsx'))
  const found = app.union(new Set(all.filter((id) => (counts.get(id)?.length ?? 0) >= 2)))
  known = found
  return found
}

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
 * Takes each icon from its own file. Imported through lucide's list, all 1,700 would be part of every page in the eyes
 * of the bundler, and an icon that two late parts share would travel with the first page.
 */
function singleIcons(): Plugin {
  let fileOf: Promise<Map<string, string>> | undefined
  return {
    name: 'single-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: /'lucide-react'/ },
      async handler(code) {
        const files = await (fileOf ??= readIconFiles())
        return code.replaceAll(/import \{([^}]+)\} from 'lucide-react'/g, (_, list: string) =>
          [...list.matchAll(/(\w+)(?: as (\w+))?/g)]
            .map(
              ([, name = '', local = name]) => `import ${local} from 'lucide-react/icons/${files.get(name)}'`,
            )
            .join(';'),
        )
      },
    },
  }
}

/** Which file draws the icon of a name: many have several names. */
async function readIconFiles(): Promise<Map<string, string>> {
  const list = await readFile(
    join(import.meta.dirname, 'node_modules/lucide-react/dist/esm/lucide-react.mjs'),
    'utf8',
  )
  const lines = list.matchAll(/export \{(.+)\} from '\.\/icons\/(.+)\.mjs'/g)
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']): [string, string] => [name, file]),
    ),
  )
}

/** Builds icons with our own small factory, from their drawing alone: names, sizes and keys are lucide's own need. */
function leanIcons(): Plugin {
  const icons = /\/lucide-react\/dist\/esm\/icons\//
  return {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: (_, importer) =>
        importer && icons.test(importer) ? join(import.meta.dirname, 'web/ui/lean-icon.ts') : null,
    },
    transform: {
      filter: { id: icons },
      handler: (code) =>
        code
          .replaceAll(/,\s*key: "\w+"/g, '')
          .replace(
            /const __iconData = \{.*?node: (\[.*\]).*?\};\s*__iconData\.node;/s,
            (_, node: string) => `const node = ${node.replace(/,\s*aliases: .*/s, '')};`,
          )
          .replace('(__iconData)', '(node)')
          .replace('__iconData, ', ''),
    },
  }
}

/** Lists are paged here: the part of the query library that adds page to page is called by nobody. */
function withoutInfiniteQueries(): Plugin {
  const id = '\0no-infinite-queries'
  return {
    name: 'without-infinite-queries',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/infiniteQueryBehavior\.js$/ },
      handler: (_, importer) => (importer?.endsWith('/query.js') ? id : null),
    },
    load: {
      filter: { id: /no-infinite-queries$/ },
      handler: () => 'export const infiniteQueryBehavior = () => undefined',
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
