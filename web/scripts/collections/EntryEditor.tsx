import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { Collection, CollectionEntry } from '#contract/scripts/collections.ts'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { versionChoicesQuery } from '#web/scripts/versions/versions.data.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/FieldError.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { moveItem, useDragOrder } from '#web/ui/list-order.ts'
import { showToast } from '#web/ui/toast.ts'

import styles from './CollectionForms.module.css'
import { useShowCollection } from './collections.data.ts'
import { stateTexts } from './collections.texts.ts'

type Row = CollectionEntry & { scriptId: number }

/** The order, notes and versions; saved together. Scripts that were deleted end with the first change. */
export function EntryEditor({
  collection: { id, entries, removal },
  onDirty,
}: {
  collection: Collection
  onDirty: (isDirty: boolean) => void
}) {
  const stored = entries.filter((entry): entry is Row => entry.scriptId !== null)
  const [rows, setRows] = useState(stored)
  const [isDirty, setDirty] = useState(false)
  const [loadedEntries, setLoadedEntries] = useState(entries)
  // Other editors change the collection too; unsaved input stays.
  if (loadedEntries !== entries) {
    setLoadedEntries(entries)
    if (!isDirty) setRows(stored)
  }
  const [moved, setMoved] = useState('')
  const drag = useDragOrder(move)
  const list = useRef<HTMLOListElement>(null)
  const show = useShowCollection()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('PUT /api/collections/:id/entries', {
        params: { id },
        body: {
          entries: rows.map(({ scriptId, note, version }) => ({
            scriptId,
            note,
            versionId: version?.id ?? null,
          })),
        },
      }),
    onSuccess: (saved) => {
      change(rows, false)
      show(saved)
      void showToast({ type: 'success', title: 'Scripts saved' })
    },
  })
  function change(next: Row[], changed = true) {
    setRows(next)
    setDirty(changed)
    onDirty(changed)
  }
  function move(from: number, to: number) {
    const row = rows[from]
    if (!row || to < 0 || to >= rows.length || to === from) return
    change(moveItem(rows, from, to))
    setMoved(`${nameOf(row)}: position ${to + 1} of ${rows.length}`)
  }
  const edit = (index: number, part: Partial<Row>) =>
    change(rows.map((row, rowIndex) => (rowIndex === index ? { ...row, ...part } : row)))
  if (rows.length === 0 && !isDirty)
    return (
      <p>
        No scripts yet.{' '}
        <Link to="/scripts" className="text-link">
          Find one
        </Link>
        , then press “Add to a collection” on its page.
      </p>
    )
  return (
    <>
      {error && (
        <Alert
          tone="danger"
          isAlert
          title={
            error instanceof ApiError && error.fields['entries']
              ? error.fields['entries']
              : errorMessage(error, 'Failed to save the scripts')
          }
        />
      )}
      <output className="visually-hidden">{moved}</output>
      <ol ref={list} className="grid lined framed round-lg" aria-label="Scripts in their order">
        {rows.map((row, index) => (
          <li
            key={row.scriptId}
            className={`grid cols-auto-fill-auto top gap-3-4 pad-4 fill-1 ${styles.row}`}
            {...drag.itemProps(index)}
          >
            <span
              className={`grid center faint ${styles.grip}`}
              aria-hidden="true"
              {...drag.handleProps(index)}
            >
              <GripVertical />
            </span>
            <div className="grid min-0 gap-3">
              <div>
                <p className="strong break">{nameOf(row)}</p>
                <p className="text-sm faint">
                  {row.state === 'available' ? `by ${row.script?.author ?? ''}` : stateTexts[row.state]}
                </p>
              </div>
              <TextField
                label={`Note on ${nameOf(row)}`}
                isLabelHidden
                autoComplete="off"
                maxLength={200}
                placeholder="Why it is here"
                value={row.note}
                onChange={({ currentTarget }) => edit(index, { note: currentTarget.value })}
              />
              {row.script && (
                <VersionChoice
                  scriptId={row.scriptId}
                  name={nameOf(row)}
                  version={row.version}
                  onChange={(version) => edit(index, { version })}
                />
              )}
            </div>
            <div className="flex gap-4px">
              <IconButton
                label={`Move ${nameOf(row)} up`}
                icon={<ArrowUp />}
                size="sm"
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                label={`Move ${nameOf(row)} down`}
                icon={<ArrowDown />}
                size="sm"
                disabled={index === rows.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                label={`Remove ${nameOf(row)}`}
                icon={<X />}
                size="sm"
                onClick={() => {
                  // The button to save is enabled before it gets the focus.
                  flushSync(() => change(rows.toSpliced(index, 1)))
                  setMoved(`Removed ${nameOf(row)}`)
                  // The focused button is removed.
                  list.current?.closest('section')?.querySelector<HTMLElement>('[data-save]')?.focus()
                }}
              />
            </div>
          </li>
        ))}
      </ol>
      <div className="row wrap gap-3">
        <Button
          data-save
          variant="cta"
          isBusy={isPending}
          busyText="Saving..."
          disabled={!isDirty || removal !== null}
          onClick={() => mutate()}
        >
          Save scripts
        </Button>
        <Button onClick={() => change(stored, false)} disabled={!isDirty || isPending}>
          Undo changes
        </Button>
      </div>
    </>
  )
}

function nameOf({ script, scriptId }: Row): string {
  return script?.name ?? `Script ${scriptId}`
}

type Version = CollectionEntry['version']

/** The button that loaded the list had the focus. */
const focus = (select: HTMLSelectElement | null) => select?.focus()

/** The version of a script in a collection. The list is read when it is asked for: a collection has up to 200. */
function VersionChoice({
  scriptId,
  name,
  version,
  onChange,
}: {
  scriptId: number
  name: string
  version: Version
  onChange: (version: Version) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const { data, isFetching, isError } = useQuery({
    ...versionChoicesQuery(scriptId, undefined),
    enabled: isOpen,
  })
  if (!data)
    return (
      <div>
        <Button size="sm" variant="ghost" isBusy={isFetching} onClick={() => setOpen(true)}>
          {version ? `Version ${version.number}` : 'Newest version'}: change
          <span className="visually-hidden"> for {name}</span>
        </Button>
        {isError && <FieldError>Failed to load the versions. Press the button to try again.</FieldError>}
      </div>
    )
  const choices = data.versions.filter(({ state }) => state === 'published')
  const isListed = choices.some(({ id }) => id === version?.id)
  const all = version && !isListed ? [version, ...choices] : choices
  return (
    <Select
      ref={focus}
      layout="inline"
      label={`Version of ${name}`}
      value={version?.id ?? ''}
      options={[
        { value: '', label: 'Newest version' },
        ...all.map(({ id, number }) => ({ value: String(id), label: number })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const chosen = all.find(({ id }) => String(id) === value)
        onChange(chosen ? { id: chosen.id, number: chosen.number } : null)
      }}
    />
  )
}
