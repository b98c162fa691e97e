import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, FileX, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Heading } from 'react-aria-components'

import type { CurrentUser } from '#contract/access/users.ts'
import { isNotFound } from '#web/scripts/script-page/script-detail.data.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Drawer } from '#web/ui/Drawer.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { moderatedScriptQuery } from './moderated-scripts.data.ts'
import { findingBadge, stateBadges } from './script-texts.ts'
import styles from './ScriptPanel.module.css'
import { ScriptSummary } from './ScriptSummary.tsx'

/** Beside the list. It is open while the URL names its script; J and K show the next and the previous one of the list. */
export function ScriptPanel({
  id,
  user,
  listed,
  onOpen,
  onClose,
}: {
  id: number
  user: CurrentUser
  /** The ids of the scripts in the list. */
  listed: readonly number[]
  onOpen: (id: number) => void
  onClose: () => void
}) {
  useFocusOnRow(id)
  const query = useQuery(moderatedScriptQuery(id))
  const { data, error, isError } = query
  const position = listed.indexOf(id)
  const [previous, next] = position === -1 ? [] : [listed[position - 1], listed[position + 1]]
  const openByKey = useEffectEvent(({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    // Not while a dialog over the panel is open.
    if (altKey || ctrlKey || metaKey || document.querySelectorAll('[role=dialog]').length > 1) return
    const neighbour = key === 'j' ? next : key === 'k' ? previous : undefined
    if (neighbour !== undefined) onOpen(neighbour)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => openByKey(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const finding = data && findingBadge(data)
  return (
    <Drawer isOpen onClose={onClose} side="end">
      <div className={`${styles.panel} content-start grid gap-4 pad-5`}>
        <div className={`row wrap gap-2 line-below fill-1 sticky ${styles.head} front top-0`}>
          <Heading slot="title" level={2} className={classNames('grow min-0 break text-h3')}>
            <bdi>{data?.name ?? `Script ${id}`}</bdi>
          </Heading>
          <IconButton
            label="Previous script"
            icon={<ChevronLeft />}
            disabled={previous === undefined}
            onClick={() => previous !== undefined && onOpen(previous)}
          />
          <IconButton
            label="Next script"
            icon={<ChevronRight />}
            disabled={next === undefined}
            onClick={() => next !== undefined && onOpen(next)}
          />
          <IconButton label="Close" icon={<X />} onClick={onClose} />
          {data && (
            <div className="flex wrap gap-2 full-row">
              <Badge tone={stateBadges[data.state].tone}>{stateBadges[data.state].label}</Badge>
              {finding && <Badge tone={finding.tone}>{finding.label}</Badge>}
              {data.openCases > 0 && (
                <Badge tone="warn">
                  {data.openCases === 1 ? '1 open case' : `${data.openCases} open cases`}
                </Badge>
              )}
            </div>
          )}
        </div>
        {data && <ScriptSummary key={id} script={data} user={user} />}
        {!data && !isError && <Skeleton shape="block" height={420} />}
        {isError && !data && isNotFound(error) && (
          <EmptyState
            icon={<FileX />}
            title="This script does not exist"
            text="It was deleted, or the link is wrong."
          />
        )}
        {isError && !data && !isNotFound(error) && (
          <FailedState
            heading="h3"
            title="The script could not be loaded"
            text={error.message}
            query={query}
          />
        )}
      </div>
    </Drawer>
  )
}

/** The focus returns to the row of the script that was shown last, which is not the one that opened the panel after J. */
function useFocusOnRow(id: number): void {
  const last = useRef(id)
  useEffect(() => {
    last.current = id
  }, [id])
  useEffect(
    () => () => {
      // After the frames in which the dialog returns the focus to the row that opened it.
      let frames = 4
      const wait = () => {
        if (frames-- > 0) requestAnimationFrame(wait)
        else document.querySelector<HTMLElement>(`[data-script="${last.current}"] a[data-opens]`)?.focus()
      }
      wait()
    },
    [],
  )
}
