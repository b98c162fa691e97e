import type { Severity } from '#contract/archives/analysis.ts'
import type { TreeFile } from '#contract/scripts/versions.ts'

/** A folder of an archive; the root has an empty path. */
export interface Folder {
  path: string
  name: string
  folders: Folder[]
  files: TreeFile[]
  /** The severity of the worst finding below it. */
  severity: Severity | null
}

/** A line of the tree, as the WAI-ARIA tree pattern describes it. */
export interface Row {
  path: string
  name: string
  /** From 1. */
  level: number
  position: number
  siblings: number
  severity: Severity | null
  /** undefined for a file. */
  isOpen: boolean | undefined
}

/** More rows are not shown; the filter finds the others. */
export const rowsMax = 1000

const severityOrder = ['high', 'medium', 'low'] as const

export function buildTree(files: readonly TreeFile[]): Folder {
  const root = createFolder('')
  const folders = new Map([['', root]])
  for (const file of files) {
    const folder = openFolder(folders, file.path.slice(0, Math.max(0, file.path.lastIndexOf('/'))))
    folder.files.push(file)
    for (let path = folder.path; ; path = parentOf(path)) {
      const parent = folders.get(path)
      if (parent) parent.severity = worse(parent.severity, file.severity)
      if (path === '') break
    }
  }
  for (const folder of folders.values()) {
    folder.folders.sort((first, other) => compareNames(first.name, other.name))
    folder.files.sort((first, other) => compareNames(first.path, other.path))
  }
  return root
}

function openFolder(folders: Map<string, Folder>, path: string): Folder {
  const known = folders.get(path)
  if (known) return known
  const folder = createFolder(path)
  folders.set(path, folder)
  openFolder(folders, parentOf(path)).folders.push(folder)
  return folder
}

function createFolder(path: string): Folder {
  return { path, name: nameOf(path), folders: [], files: [], severity: null }
}

export function findFolder(root: Folder, path: string): Folder | undefined {
  let folder: Folder | undefined = root
  for (const name of path === '' ? [] : path.split('/'))
    folder = folder?.folders.find((child) => child.name === name)
  return folder
}

/** `a` and `a/b` of `a/b/c.lua`. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** The visible rows: those in open folders, or with a filter all files whose path contains it. */
export function rowsOf(root: Folder, open: ReadonlySet<string>, filter: string): Row[] {
  const text = filter.trim().toLowerCase()
  const rows: Row[] = []
  const isMatch = ({ path }: TreeFile) => path.toLowerCase().includes(text)
  const hasMatch = (folder: Folder): boolean => folder.files.some(isMatch) || folder.folders.some(hasMatch)

  function addFolder({ folders, files }: Folder, level: number): void {
    const shownFolders = text === '' ? folders : folders.filter(hasMatch)
    const shownFiles = text === '' ? files : files.filter(isMatch)
    const siblings = shownFolders.length + shownFiles.length
    for (const [index, folder] of shownFolders.entries()) {
      if (rows.length >= rowsMax) return
      const isOpen = text !== '' || open.has(folder.path)
      const { path, name, severity } = folder
      rows.push({ path, name, level, position: index + 1, siblings, severity, isOpen })
      if (isOpen) addFolder(folder, level + 1)
    }
    for (const [index, { path, severity }] of shownFiles.entries()) {
      if (rows.length >= rowsMax) return
      const position = shownFolders.length + index + 1
      rows.push({ path, name: nameOf(path), level, position, siblings, severity, isOpen: undefined })
    }
  }
  addFolder(root, 1)
  return rows
}

/** Opened first: the first manifest, else a README, else the first file with a finding. */
export function firstFile(files: readonly TreeFile[]): TreeFile | undefined {
  const byDepth = files.toSorted((first, other) => depthOf(first.path) - depthOf(other.path))
  return (
    byDepth.find(({ path }) => /(^|\/)fxmanifest\.lua$/.test(path)) ??
    byDepth.find(({ path }) => /(^|\/)__resource\.lua$/.test(path)) ??
    byDepth.find(({ path }) => /(^|\/)readme(\.\w+)?$/i.test(path)) ??
    severityOrder.flatMap((severity) => files.filter((file) => file.severity === severity))[0] ??
    files[0]
  )
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function depthOf(path: string): number {
  return path.split('/').length
}

function worse(first: Severity | null, other: Severity | null): Severity | null {
  return severityOrder.find((severity) => severity === first || severity === other) ?? first ?? other
}

// Without Intl: the server and every browser must sort alike.
function compareNames(first: string, other: string): number {
  const [a, b] = [first.toLowerCase(), other.toLowerCase()]
  return a < b ? -1 : a > b ? 1 : first < other ? -1 : 1
}
