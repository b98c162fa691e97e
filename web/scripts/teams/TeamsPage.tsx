import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { Suspense, useState } from 'react'

import type { OwnTeams } from '#contract/scripts/teams.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { call } from '#web/app/call.ts'
import { teamPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { roleNames } from '#web/scripts/members/members.texts.ts'
import { invitationsPath } from '#web/scripts/versions/version-paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { PageHead } from '#web/ui/PageHead.tsx'
import { QueryContent } from '#web/ui/QueryContent.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'
import { LoadingBlock, Skeleton } from '#web/ui/Skeleton.tsx'

import { ownTeamsQuery, manageTeamPath } from './teams.data.ts'

const loadTeamForm = async () => ({ default: (await import('./TeamForm.tsx')).TeamForm })
const TeamForm = lazyPart(loadTeamForm, 'default')

export function TeamsPage() {
  const session = useSession()
  return (
    <div className="page-width stack gap-6 reading mx-auto">
      <PageHead title="Your Teams" text="A team owns scripts together, under its own name." />
      {session ? (
        <OwnTeamsOf key={session.user.id} userId={session.user.id} />
      ) : (
        <AuthenticationRequired
          text="Sign in to see your teams."
          skeleton={<Skeleton shape="block" height={240} />}
        />
      )}
    </div>
  )
}

function OwnTeamsOf({ userId }: { userId: number }) {
  return (
    <QueryContent
      query={useQuery(ownTeamsQuery(userId))}
      failed="Failed to load your teams"
      skeleton={<LoadingBlock text="Loading your teams" height={240} />}
    >
      {(teams) => <OwnTeamList teams={teams} />}
    </QueryContent>
  )
}

function OwnTeamList({ teams: { teams, invitations } }: { teams: OwnTeams }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const count = invitations.length
  return (
    <div className="stack gap-6">
      {count > 0 && (
        <Alert
          title={count === 1 ? 'You are invited to a team' : `You are invited to ${count} teams`}
          action={
            <Link to={invitationsPath} className="text-link">
              See {count === 1 ? 'the invitation' : 'the invitations'}
            </Link>
          }
        />
      )}
      <SectionCard
        id="teams-title"
        title="Your teams"
        text="A team owns scripts together: its members publish and maintain them under its name."
      >
        {teams.length === 0 ? (
          <EmptyState
            heading="h3"
            icon={<Users />}
            title="No teams yet"
            text="Create one, or ask an owner of a team to invite you."
          />
        ) : (
          <ul className="grid gap-3" aria-labelledby="teams-title">
            {teams.map(({ id, name, image, role }) => (
              <li key={id} className="grid middle gap-3-4 cols-auto-fill-auto">
                <Avatar name={name} src={image} size="md" />
                <div className="min-0">
                  <Link to={teamPath(name)} className="strong break hover-underline">
                    {name}
                  </Link>
                  <p className="faint text-sm">{roleNames[role]}</p>
                </div>
                <Link to={manageTeamPath(name)} className={buttonClass({ size: 'sm' })}>
                  Manage<span className="visually-hidden"> {name}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {!isOpen && (
          <div>
            <Button
              variant="cta"
              onPointerEnter={() => void loadTeamForm()}
              onFocus={() => void loadTeamForm()}
              onClick={() => setOpen(true)}
            >
              Create a team
            </Button>
          </div>
        )}
      </SectionCard>
      {isOpen && (
        <SectionCard
          id="new-team-title"
          title="Create a team"
          text="You are its owner. You invite members and give it scripts afterwards."
        >
          <Suspense fallback={<Skeleton shape="block" height={320} />}>
            <TeamForm
              label="Create a team"
              submitLabel="Create"
              busyText="Creating..."
              failed="Failed to create the team"
              send={(body) => call('POST /api/teams', { body })}
              onSaved={({ name }) => void navigate({ to: manageTeamPath(name) })}
            />
          </Suspense>
        </SectionCard>
      )}
    </div>
  )
}
