import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

import { compressAssets } from './tools/vite/compress-assets.ts'
import { inlineIcons } from './tools/vite/inline-icons.ts'
import { libraryStubs } from './tools/vite/library-stubs.ts'
import { staticLinks } from './tools/vite/static-links.ts'

/**
 * The chunks of the first load (docs/decisions/0007). `app` is everything that all public pages need, with the elements
 * of lists and fields, `lists` what the pages with lists of scripts share, `script-parts` what a script's page shares with
 * the report. The others are what lazily loaded pages share: the further pages of a script, those of files and changes,
 * those of collections, these with other pages, what only pages with actions need, what shows code to copy, and the cards
 * of scripts. Without them these pages load 25 files of about 1 kB, each with a request of its own.
 */
const chunkNames = [
  'app',
  'lists',
  'script-parts',
  'script-pages',
  'file-pages',
  'collection-pages',
  'profile-parts',
  'lazy-parts',
  'mutations',
  'code',
  'grid',
  'auth',
  'forms',
  'schemas',
  'layout',
] as const
type ChunkName = (typeof chunkNames)[number]
/** Without the modules that only lazily loaded pages use. */
const framework =
  /node_modules\/(react|react-dom|scheduler|@tanstack)\/(?!.*\/(useBlocker|useMutation|mutationObserver)\.js)/
/** Of the same libraries. */
const mutations = /\/(useMutation|mutationObserver)\.js$/

const withoutDependencies: ReadonlySet<ChunkName> = new Set([
  'script-pages',
  'file-pages',
  'collection-pages',
  'profile-parts',
  'lazy-parts',
  'mutations',
  'code',
  'auth',
  'forms',
  'schemas',
  'layout',
])

const groups = chunkNames.map((chunk, rank): Rolldown.CodeSplittingGroup => ({
  debugName: chunk,
  // A group also gets the dependencies of its modules, unless a group of higher priority has them.
  priority: chunkNames.length - rank,
  // Other pages would import these chunks for dependencies that they share with the further pages of a script.
  includeDependenciesRecursively: !withoutDependencies.has(chunk),
  name: (id, bundle) => (chunkOf(id, bundle) === chunk ? chunk : null),
}))

export default defineConfig(({ command, isSsrBuild }) => ({
  root: 'web',
  plugins: [react(), inlineIcons(), libraryStubs(), staticLinks(), compileHints(), compressAssets()],
  css: { transformer: 'lightningcss' },
  resolve: {
    // The shim of a hook that React has since version 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  optimizeDeps: { entries: ['main.tsx'] },
  // One file, which starts faster than modules of node_modules.
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
        // Unused schemas are removed: the first load needs limits of the contract, but not zod.
        moduleSideEffects: [{ test: /\/contract\/|node_modules\/zod\//, sideEffects: false }],
        manualPureFunctions: ['endpoint', 'z'],
      },
      ...(!isSsrBuild && {
        input: 'web/main.tsx',
        output: {
          codeSplitting: { groups },
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
        },
      }),
    },
  },
}))

const ofArchives = /\/web\/scripts\/versions\//
const ofFiles = /\/web\/scripts\/(changes|files)\//

let chunkByModule: Map<string, ChunkName> | undefined

function chunkOf(id: string, bundle: Rolldown.ChunkingContext): ChunkName | undefined {
  if (framework.test(id)) return 'app'
  if (mutations.test(id)) return 'mutations'
  if (/node_modules\/zod\//.test(id)) return 'schemas'
  chunkByModule ??= assignChunks((page) => modulesOf(page, bundle))
  return chunkByModule.get(id)
}

function assignChunks(modulesOfPage: (page: string) => Set<string>): Map<string, ChunkName> {
  // Lazily loaded parts that the server renders need their styles before their scripts.
  const stylesOf = (...parts: string[]) =>
    parts.flatMap((part) => [...modulesOfPage(part)].filter((id) => id.endsWith('.module.css')))
  // With those of the sections around a grid.
  const gridStyles = stylesOf('scripts/script-page/RelatedScripts.tsx')
  const homeStyles = stylesOf('site/home/CategoryBoard.tsx', 'site/partners/Partners.tsx')
  const scriptStyles = stylesOf(
    'scripts/script-page/ScriptGallery.tsx',
    'scripts/script-page/ScriptMetadata.tsx',
    'scripts/script-page/ScriptAuthorCard.tsx',
    'scripts/versions/ScriptPages.tsx',
    'scripts/versions/WhatIsInside.tsx',
  )
  const script = modulesOfPage('scripts/script-page/ScriptDetailPage.tsx').union(new Set(scriptStyles))
  const list = modulesOfPage('scripts/script-lists/ScriptListPage.tsx').union(
    new Set([...gridStyles, ...stylesOf('scripts/script-lists/ScriptListTabs.tsx')]),
  )
  const home = modulesOfPage('site/home/HomePage.tsx').union(new Set([...gridStyles, ...homeStyles]))
  const profile = modulesOfPage('scripts/profiles/ProfilePage.tsx').union(new Set(gridStyles))
  const chunks = new Map<string, ChunkName>()
  const assign = (ids: Iterable<string>, chunk: ChunkName) => {
    for (const id of ids) chunks.set(id, chunk)
  }
  const reportStyles = stylesOf('scripts/versions/report-parts.ts').filter((id) => ofArchives.test(id))
  const collectionStyles = stylesOf('scripts/collections/InstallAll.tsx').filter((id) =>
    /\/web\/scripts\/(collections|install)\//.test(id),
  )
  const fileStyles = stylesOf('scripts/files/FilePanel.tsx').filter((id) => ofFiles.test(id))
  const scriptPages = [
    'scripts/changes/ChangesPage.tsx',
    'scripts/files/FilesPage.tsx',
    'scripts/install/InstallPage.tsx',
    'scripts/script-page/DependentsPage.tsx',
    'scripts/versions/ReportPage.tsx',
    'scripts/versions/VersionsPage.tsx',
    'app/lazy-routes/archives.ts',
    'app/lazy-routes/files.ts',
  ].map(modulesOfPage)
  const rules = modulesOfPage('scripts/versions/RulesPage.tsx')
  const pagesShared = [...scriptPages.reduce((all, page) => all.union(page))].filter(
    (id) => scriptPages.filter((page) => page.has(id)).length > 1 && !rules.has(id),
  )
  // A later assignment replaces an earlier one.
  assign(
    [...modulesOfPage('accounts/auth/auth-forms.ts')].filter((id) => id.includes('/contract/')),
    'schemas',
  )
  assign([webFile('accounts/auth/FormOutcome.tsx')], 'forms')
  assign(modulesOfPage('app/use-zod-form.ts').union(modulesOfPage('app/use-form-mutation.ts')), 'forms')
  assign(
    [...modulesOfPage('accounts/auth/use-auth-steps.tsx')].filter((id) => id.includes('/web/accounts/auth/')),
    'auth',
  )
  assign(modulesOfPage('scripts/script-lists/ScriptGrid.tsx'), 'grid')
  assign(pagesShared, 'lazy-parts')
  assign(
    pagesShared.filter((id) => ofArchives.test(id)),
    'script-pages',
  )
  assign(
    pagesShared.filter((id) => ofFiles.test(id)),
    'file-pages',
  )
  assign(reportStyles, 'app')
  assign(fileStyles, 'file-pages')
  assign(collectionStyles, 'app')
  assign(
    [
      'collections.data.ts',
      'collections.texts.ts',
      'CollectionCover.tsx',
      'CollectionCover.module.css',
      'CollectionNotFound.tsx',
      'CollectionView.module.css',
      'EntryList.tsx',
      'EntryList.module.css',
    ].map((file) => webFile(`scripts/collections/${file}`)),
    'collection-pages',
  )
  // With a file for each, a profile has more files than HTTP/1.1 loads in two turns.
  assign(
    [
      'scripts/profiles/ProfileSidebar.module.css',
      'scripts/teams/teams.data.ts',
      'site/follows/FollowButton.module.css',
      'site/follows/FollowButton.tsx',
    ].map(webFile),
    'profile-parts',
  )
  // Only two of the pages use them.
  for (const id of pagesShared)
    if (/\/web\/scripts\/(install\/|script-page\/start-download|versions\/use-version-download)/.test(id))
      chunks.delete(id)
  // Every page loads them, after its first load.
  assign(
    [
      'app/banner.ts',
      'app/session-actions.ts',
      'layout/BannerText.tsx',
      'layout/ThemeButton.tsx',
      'ui/stored-value.ts',
      'ui/use-background-motion.ts',
      'ui/use-in-view.ts',
    ].map(webFile),
    'layout',
  )
  assign(
    [
      'scripts/install/CodeBox.tsx',
      'scripts/install/Steps.tsx',
      'scripts/install/convar-line.ts',
      'ui/CopyButton.tsx',
    ].map(webFile),
    'code',
  )
  // Cases name versions, reports link files.
  assign(
    [
      'scripts/files/FileLink.tsx',
      'scripts/versions/version-paths.ts',
      'scripts/versions/versions.data.ts',
    ].map(webFile),
    'lazy-parts',
  )
  assign(homeStyles, 'lists')
  assign(scriptStyles, 'script-parts')
  assign(script.intersection(modulesOfPage('scripts/versions/ReportPage.tsx')), 'script-parts')
  assign(uiElementsOf(script), 'script-parts')
  assign(uiElementsOf(list), 'app')
  for (const shared of [list.intersection(home), list.intersection(profile), home.intersection(profile)])
    assign(shared, 'lists')
  assign(script.intersection(list.union(home).union(profile)), 'app')
  assign(stylesOf('accounts/auth/AuthDialog.tsx', 'layout/Footer.tsx', 'ui/BackgroundLines.tsx'), 'app')
  // Small files that others than the pages of their chunk import, too.
  assign(
    [
      '../contract/archives/manifest/framework-names.ts',
      'scripts/collections/collection-paths.ts',
      'scripts/script-lists/framework-names.ts',
      'ui/Alert.module.css',
      'ui/Tabs.module.css',
      'ui/focus-main.ts',
    ].map(webFile),
    'app',
  )
  assign(
    ['scripts/script-page/author-role.ts', 'scripts/works-reports/Works.module.css'].map(webFile),
    'script-parts',
  )
  assign(modulesOfPage('main.tsx'), 'app')
  // A file of a few hundred bytes costs a page more time than its bytes cost the other pages.
  for (const part of ['ui/Pagination.tsx', 'ui/Tabs.tsx', 'ui/Field.tsx', 'ui/Select.tsx'])
    assign(modulesOfPage(part), 'app')
  assign(
    pagesShared.filter((id) => id.endsWith('.module.css') && !ofFiles.test(id)),
    'app',
  )
  assign(
    [
      'accounts/auth/LinkCard.module.css',
      'accounts/auth/link-token.ts',
      'app/AppealLink.tsx',
      'app/VisitorContent.tsx',
      'app/moderation-path.ts',
      'scripts/profiles/ProfileSidebar.module.css',
      'scripts/script-page/ScriptHeader.module.css',
      'scripts/versions/WhatIsInside.module.css',
      'scripts/versions/severities.ts',
      'site/follows/FollowButton.module.css',
      'ui/TimeAgo.tsx',
      'ui/copy-text.ts',
      'ui/file-size.ts',
      'ui/use-current-in-view.ts',
    ].map(webFile),
    'app',
  )
  assign([webFile('moderation/cases/ReportButton.tsx')], 'lazy-parts')
  assign([webFile('scripts/script-page/start-download.ts')], 'mutations')
  assign([webFile('scripts/works-reports/works.data.ts')], 'script-parts')
  // Every page with tabs imports it, and would import the chunk of the lists with it.
  assign([webFile('app/use-pending-search.ts')], 'app')
  return chunks
}

const uiElementsOf = (page: Set<string>) => [...page].filter((id) => id.includes('/web/ui/'))

/** All static imports of a page, without libraries: their unused modules would be included. */
function modulesOf(page: string, bundle: Rolldown.ChunkingContext): Set<string> {
  const modules = new Set<string>()
  const visit = (id: string) => {
    if (modules.has(id) || id.includes('/@tanstack/')) return
    modules.add(id)
    bundle.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  visit(webFile(page))
  return modules
}

function webFile(path: string): string {
  return join(import.meta.dirname, 'web', path)
}

/**
 * Chromium compiles the entry chunk on a background thread while it loads (https://v8.dev/blog/explicit-compile-hints).
 * Other browsers ignore the comment.
 */
function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.isEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}
