import { useRouter } from '@tanstack/react-router'
import { ChevronRight, File, Folder as FolderIcon, FolderOpen, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'

import { TextField } from '#web/ui/TextField.tsx'
import { useUrlVersion } from '#web/scripts/versions/url-version.ts'
import { filePath } from '#web/scripts/versions/version-paths.ts'

import { FileLink } from './FileLink.tsx'
import { parentOf, rowsMax, rowsOf, type Folder, type Row } from './file-tree.ts'
import styles from './FileTree.module.css'
import { SeverityMark } from './SeverityMark.tsx'

/** Keys that follow each other faster are one text. */
const typeAheadMs = 600

/** The WAI-ARIA tree pattern: one stop of the Tab key, arrow keys, Home, End and typing move within it. */
export function FileTree({
  root,
  open,
  filter,
  current,
  onToggle,
  onFilter,
}: {
  root: Folder
  open: ReadonlySet<string>
  filter: string
  current: string
  onToggle: (path: string) => void
  onFilter: (filter: string) => void
}) {
  const urlVersion = useUrlVersion()
  const tree = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const [focused, setFocused] = useState<string>()
  const rows = useMemo(() => rowsOf(root, open, filter), [root, open, filter])
  const keepFocus = useFocusAfterNavigation()
  const tabStop = [focused, current].find((path) => rows.some((row) => row.path === path)) ?? rows[0]?.path

  function focusRow(index: number) {
    const element = tree.current?.children[index]
    if (element instanceof HTMLElement) element.focus()
  }
  function handleKey(event: KeyboardEvent) {
    const index = rows.findIndex(({ path }) => path === focused)
    const row = rows[index]
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return
    const target = targetOf(event.key, row, index)
    if (target === undefined) return
    event.preventDefault()
    if (target === 'toggle') onToggle(row.path)
    else focusRow(target)
  }
  function targetOf(key: string, row: Row, index: number): number | 'toggle' | undefined {
    switch (key) {
      case 'ArrowDown':
        return index + 1
      case 'ArrowUp':
        return index - 1
      case 'Home':
        return 0
      case 'End':
        return rows.length - 1
      case 'ArrowRight':
        return row.isOpen === undefined ? index : row.isOpen ? index + 1 : 'toggle'
      case 'ArrowLeft':
        if (row.isOpen && filter.trim() === '') return 'toggle'
        return rows.findIndex(({ path }) => path === parentOf(row.path))
      default:
        return key.length === 1 ? findTyped(key, index) : undefined
    }
  }
  /** The next row whose name begins with what was typed. */
  function findTyped(key: string, index: number): number | undefined {
    const now = performance.now()
    const text = (now - typed.current.at < typeAheadMs ? typed.current.text : '') + key.toLowerCase()
    // A space that continues no text opens the row.
    if (text === ' ') {
      const row = tree.current?.children[index]
      if (row instanceof HTMLElement) row.click()
      return index
    }
    typed.current = { text, at: now }
    const start = text.length === 1 ? index + 1 : index
    const order = [...rows.keys()].map((offset) => (start + offset) % rows.length)
    return order.find((candidate) => rows[candidate]?.name.toLowerCase().startsWith(text)) ?? index
  }

  return (
    <div className="rows-auto-fill min-h-0 grid gap-2 min-0">
      <TextField
        type="search"
        label="Filter files"
        isLabelHidden
        placeholder="Filter files"
        icon={<Search />}
        autoComplete="off"
        spellCheck={false}
        value={filter}
        onChange={({ target }) => onFilter(target.value)}
      />
      <output className="visually-hidden">
        {filter.trim() !== '' && `${rows.filter(({ isOpen }) => isOpen === undefined).length} files found`}
      </output>
      {rows.length === 0 && <p className="pad-2 faint text-sm">No files match.</p>}
      {rows.length > 0 && (
        <div
          ref={tree}
          role="tree"
          tabIndex={-1}
          aria-label="Files"
          className={`scroll-y ${styles.tree} min-h-0`}
          onKeyDown={handleKey}
        >
          {rows.map((row) => (
            <FileLink
              key={row.path}
              role="treeitem"
              href={filePath(urlVersion, row.path)}
              className={`row gap-6px round-sm muted text-sm hover-fill hover-vivid ${styles.row}`}
              style={{ paddingInlineStart: `calc(${row.level - 1} * 14px + 6px)` }}
              tabIndex={row.path === tabStop ? 0 : -1}
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-expanded={row.isOpen}
              aria-selected={row.path === current}
              title={row.name}
              onFocus={() => setFocused(row.path)}
              onClick={(event) => {
                if (row.isOpen === undefined) return keepFocus(event.currentTarget)
                if (event.ctrlKey || event.metaKey || event.shiftKey) return undefined
                event.preventDefault()
                return filter.trim() === '' && onToggle(row.path)
              }}
            >
              <RowContent row={row} />
            </FileLink>
          ))}
        </div>
      )}
      {rows.length >= rowsMax && (
        <p className="pad-2 faint text-sm">There are more matches than shown here.</p>
      )}
    </div>
  )
}

function RowContent({ row: { name, isOpen, severity } }: { row: Row }) {
  return (
    <>
      <ChevronRight className={`faint ${styles.chevron}`} data-open={isOpen} />
      {isOpen === undefined ? <File /> : isOpen ? <FolderOpen /> : <FolderIcon />}
      <bdi className="grow ellipsis">{name}</bdi>
      {!isOpen && <SeverityMark severity={severity} />}
    </>
  )
}

/** After a navigation `main` has the focus: a row that was opened takes it back. */
function useFocusAfterNavigation() {
  const router = useRouter()
  const opened = useRef<HTMLElement>(undefined)
  useEffect(
    () =>
      router.subscribe('onRendered', () => {
        opened.current?.focus({ preventScroll: true })
        opened.current = undefined
      }),
    [router],
  )
  return (row: HTMLElement) => {
    opened.current = row
  }
}
