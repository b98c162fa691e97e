import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'

import type { BanInfo } from '#contract/access/users.ts'
import { useSession } from '#web/app/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { AppealForm } from './AppealForm.tsx'
import { caseName, caseStatus } from './cases.texts.ts'
import { CaseResult, CaseText } from './CaseFacts.tsx'
import { CaseThread } from './CaseThread.tsx'
import { caseQuery, followed, ownCasesQuery } from './cases.data.ts'
import { MessageForm } from './MessageForm.tsx'

/** On the ban screen: the form for an appeal, or the appeal of this ban with its answer. */
export function BanAppeal({ ban }: { ban: BanInfo }) {
  const session = useSession()
  if (!session) return null
  return <AppealOf userId={session.user.id} ban={ban} />
}

function AppealOf({ userId, ban }: { userId: number; ban: BanInfo }) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...ownCasesQuery(userId, {}), ...followed })
  const { data, isError, refetch } = query
  if (!data)
    return isError ? (
      <FailedState title="Failed to load your appeal" query={query} />
    ) : (
      <Skeleton width={180} height="2.5rem" />
    )
  const appeal = data.cases.find(
    ({ kind, reason, createdAt }) =>
      kind === 'appeal' && reason === 'ban' && Date.parse(createdAt) >= Date.parse(ban.created_at),
  )
  if (appeal) return <AppealCase userId={userId} caseId={appeal.id} />
  if (!isOpen)
    return (
      <Button variant="cta" icon={<Scale />} onClick={() => setOpen(true)}>
        Appeal this ban
      </Button>
    )
  return (
    <div className="text-left stack gap-4 full">
      <AppealForm
        userId={userId}
        subject={{ banId: ban.id }}
        onOpened={() => void refetch()}
        onCancel={() => setOpen(false)}
      />
    </div>
  )
}

function AppealCase({ userId, caseId }: { userId: number; caseId: number }) {
  const { data } = useQuery({ ...caseQuery(userId, caseId), ...followed })
  if (!data) return <Skeleton shape="block" height={120} />
  const { tone, text } = caseStatus(data)
  return (
    <section className="text-left stack gap-4 full" aria-labelledby="appeal">
      <h2 id="appeal" className="row wrap gap-3 text-lg">
        {caseName(data)} <Badge tone={tone}>{text}</Badge>
      </h2>
      <CaseResult decided={data} />
      <CaseText opened={data} />
      <CaseThread caseData={data} />
      {data.canMessage && <MessageForm userId={userId} caseId={caseId} hint="Only our team can read this." />}
    </section>
  )
}
