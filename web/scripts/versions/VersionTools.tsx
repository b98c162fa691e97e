import { Link } from '@tanstack/react-router'
import { Pencil, RotateCcw, Undo2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'

import type { VersionSummary } from '#contract/scripts/versions.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { casesPath } from '#web/app/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import { useVersionChange } from './use-version-change.ts'

const ChangelogDialog = lazyPart(() => import('./VersionDialogs.tsx'), 'ChangelogDialog')
const WithdrawDialog = lazyPart(() => import('./VersionDialogs.tsx'), 'WithdrawDialog')

export function VersionTools({
  version,
  next,
  role,
}: {
  version: VersionSummary
  /** The version that becomes the current one when this one is withdrawn. */
  next: VersionSummary | undefined
  role: 'author' | 'moderator'
}) {
  const isModerator = role === 'moderator'
  const { id, number, state, withdrawal } = version
  const [opened, setOpened] = useState<'changelog' | 'withdraw'>()
  const { mutate, isPending } = useVersionChange(version)
  const about = <span className="visually-hidden"> of {number}</span>
  const onClose = () => setOpened(undefined)
  const tools = useRef<HTMLDivElement>(null)
  useStableFocus(tools, state)
  return (
    <div ref={tools} tabIndex={-1} className="row wrap gap-2 push">
      <Button size="sm" icon={<Pencil />} onClick={() => setOpened('changelog')}>
        Edit changelog{about}
      </Button>
      {state !== 'withdrawn' && (
        <Button size="sm" variant="danger-outline" icon={<Undo2 />} onClick={() => setOpened('withdraw')}>
          Withdraw<span className="visually-hidden"> {number}</span>
        </Button>
      )}
      {withdrawal && (isModerator || (withdrawal.kind !== 'security' && !withdrawal.isByModerator)) && (
        <TwoClickButton
          size="sm"
          variant="quiet"
          icon={<RotateCcw />}
          isBusy={isPending}
          busyText="Restoring..."
          onConfirm={() => mutate({ act: 'restore' })}
        >
          Restore<span className="visually-hidden"> {number}</span>
        </TwoClickButton>
      )}
      {withdrawal?.isByModerator && !isModerator && (
        <Link to={casesPath} search={{ appeal: `version-${id}` }} className="text-link">
          Appeal<span className="visually-hidden"> the withdrawal of {number}</span>
        </Link>
      )}
      {withdrawal && (withdrawal.kind === 'security' || withdrawal.isByModerator) && !isModerator && (
        <p className="faint">Only a moderator can restore it.</p>
      )}
      <Suspense>
        {opened === 'changelog' && <ChangelogDialog key={id} version={version} onClose={onClose} />}
        {opened === 'withdraw' && <WithdrawDialog key={id} version={version} next={next} onClose={onClose} />}
      </Suspense>
    </div>
  )
}
