import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download as DownloadIcon, Heart, Share2 } from 'lucide-react'
import { Suspense, useState, type ReactNode, useRef } from 'react'

import { archiveExtension } from '#contract/scripts/script-limits.ts'
import type { Script, LikeStatus } from '#contract/scripts/scripts.ts'
import { signInChoiceId, openAuthDialog, signInFormId } from '#web/app/dialogs.ts'
import { currentSession } from '#web/app/session-store.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/FieldError.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'
import { HelpTip } from '#web/ui/HelpTip.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

import { isPublic } from './author-role.ts'
import { FollowButton, loadActions } from './lazy.ts'
import { likeStatusQuery } from './script-detail.data.ts'
import styles from './ScriptActions.module.css'

/** Rendered twice, as a panel for wide and a row for narrow screens; the styles hide one. */
export function ScriptActions({ script, layout }: { script: Script; layout: 'panel' | 'row' }) {
  const size = fileSizeText(script.fileSize)
  const isRow = layout === 'row'
  const content = (
    <>
      <DownloadAction id={script.id} isRow={isRow} size={size}>
        {!isRow && (
          <p className={`${styles.facts} flex wrap centered faint text-sm break`}>
            <span>.{archiveExtension(script.fileName) ?? 'zip'}</span>
            <span>{size}</span>
            <span>v{script.version}</span>
          </p>
        )}
        <p className={`${styles.warning} warning text-sm`}>
          Scripts are not verified. Test before you install.
        </p>
      </DownloadAction>
      {isPublic(script) && (
        <div className={`grid min-h-md ${styles.follow}`}>
          <Suspense>
            <FollowButton
              kind="script"
              id={script.id}
              ownerIds={[script.userId]}
              size={isRow ? 'lg' : 'md'}
            />
          </Suspense>
        </div>
      )}
      <LikeButton script={script} isCompact={isRow} />
      <IconButton
        label="Share"
        icon={<Share2 />}
        variant="quiet"
        size={isRow ? 'lg' : 'md'}
        onClick={() => void loadActions().then(({ shareScript }) => shareScript(script))}
      />
    </>
  )
  if (isRow) return <div className={`${styles.row} hidden gap-10px mt-5`}>{content}</div>
  return <Card className={`grid ${styles.panel} cols-fill-auto`}>{content}</Card>
}

/** Has its own state, so that a download re-renders no part of the page that is not hydrated yet. */
function DownloadAction({
  id,
  isRow,
  size,
  children,
}: {
  id: number
  isRow: boolean
  size: string
  children: ReactNode
}) {
  const { state, error, start } = useDownload(id)
  return (
    <>
      <Button
        // For the skip links.
        id={isRow ? 'download-row' : 'download'}
        variant="cta"
        size="lg"
        icon={<DownloadIcon />}
        isBusy={state === 'preparing'}
        busyText="Preparing download…"
        className={styles.download}
        data-dialog={signInChoiceId}
        onClick={start}
      >
        Download
        {isRow && <span className="medium">· {size}</span>}
      </Button>
      {children}
      {error && (
        <div role="alert" className={`${styles.message} muted text-sm`}>
          <FieldError>{error}</FieldError>
        </div>
      )}
      <output className={state === 'started' ? `${styles.message} muted text-sm` : 'visually-hidden'}>
        {state === 'started' ? 'Your download has started.' : ''}
      </output>
    </>
  )
}

/** Has its own state, so that a like re-renders nothing else. */
function LikeButton({ script, isCompact }: { script: Script; isCompact: boolean }) {
  const { isLiked, likeCount, isPending, disabledReason, toggle } = useLike(script)
  return (
    <HelpTip text={disabledReason} className="grid">
      {(control) => (
        <Button
          {...control}
          size={isCompact ? 'lg' : 'md'}
          isWide
          icon={<Heart />}
          className={classNames(styles.likeButton, isCompact && styles.compact)}
          aria-pressed={isLiked}
          data-dialog={signInFormId}
          aria-disabled={isPending || undefined}
          onClick={toggle}
        >
          <span className={isCompact ? 'visually-hidden' : undefined}>{isLiked ? 'Liked' : 'Like'}</span>{' '}
          <span className="numeric">{fullNumber(likeCount)}</span>
        </Button>
      )}
    </HelpTip>
  )
}

const noPermission = 'You need permission to rate scripts'

/** The user's like with an optimistic update. */
function useLike({ id, likes }: Script) {
  const session = useSession()
  const queryClient = useQueryClient()
  const { data: status = { isLiked: false, likeCount: likes } } = useQuery({
    ...likeStatusQuery(id, session?.user.id ?? 0),
    enabled: session !== null,
  })
  const [optimistic, setOptimistic] = useState<LikeStatus>()

  async function save(isLiked: boolean): Promise<void> {
    // Read at the click: the session changes with the dialog.
    const current = currentSession()
    const retry = () => void save(isLiked)
    if (!current) return openAuthDialog({ onSignedIn: retry })
    if (!hasPermission(current, 'scripts.rate'))
      return loadActions().then(({ showToast }) => showToast({ type: 'error', title: noPermission }))
    setOptimistic(status.isLiked === isLiked ? status : toggledLike(status))
    await loadActions()
      .then(({ saveLike }) => saveLike(id, isLiked, current, queryClient, retry))
      .finally(() => setOptimistic(undefined))
  }

  const disabledReason = !session
    ? 'Login to like scripts'
    : hasPermission(session, 'scripts.rate')
      ? undefined
      : noPermission
  return {
    ...(optimistic ?? status),
    isPending: optimistic !== undefined,
    disabledReason,
    toggle: () => {
      if (!optimistic) void save(!status.isLiked)
    },
  }
}

/** The expected status, shown until the server replies. */
export function toggledLike({ isLiked, likeCount }: LikeStatus): LikeStatus {
  return { isLiked: !isLiked, likeCount: Math.max(0, likeCount + (isLiked ? -1 : 1)) }
}

const startedMs = 4000

/** A visitor signs in first; then the download starts. */
export function useDownload(id: number) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<'idle' | 'preparing' | 'started'>('idle')
  const [error, setError] = useState<string>()
  const reset = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function start(): Promise<void> {
    // Read at the click: the session changes with the dialog.
    const session = currentSession()
    setError(undefined)
    if (!session) return openAuthDialog({ mode: 'choose', onSignedIn: () => void start() })
    clearTimeout(reset.current)
    setState('preparing')
    const problem = await loadActions()
      .then(({ downloadScript }) => downloadScript(id, session, queryClient, () => void start()))
      .catch(() => 'Download failed. Please try again.')
    setError(problem)
    setState(problem === undefined ? 'started' : 'idle')
    reset.current = setTimeout(() => setState('idle'), startedMs)
  }
  return {
    state,
    error,
    start: () => {
      if (state !== 'preparing') void start()
    },
  }
}
