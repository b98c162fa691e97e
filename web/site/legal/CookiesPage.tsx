import { Link } from '@tanstack/react-router'

import { useSite } from '#web/app/use-site.ts'

import { LegalDocument, ChatLink, LegalFacts } from './LegalDocument.tsx'
import type { LegalSection } from './LegalDocument.tsx'

export function CookiesPage() {
  const { siteName } = useSite()
  return (
    <LegalDocument
      title="Cookie Policy"
      summary={`What ${siteName} stores in your browser. It is a short list.`}
      updatedOn="2026-11-26"
      sections={sections}
    />
  )
}

const sections: LegalSection[] = [
  {
    id: 'in-short',
    title: 'In short',
    content: (
      <p>
        This site sets <strong>no cookies</strong> at all. Where other sites use authentication cookies, we
        use your browser’s own storage. For you it works much the same: it lasts up to{' '}
        <strong>30 days</strong> and is gone when you sign out. Nothing here tracks you, so there is no cookie
        banner.
      </p>
    ),
  },
  {
    id: 'what-is-stored',
    title: 'What is stored, and for how long',
    content: (
      <>
        <LegalFacts
          isCode
          facts={[
            {
              title: 'auth_token',
              text: 'The equivalent of an authentication cookie: the token that proves who you are. Valid for up to 30 days after you sign in (7 days for accounts with administrative permissions), or until you sign out.',
            },
            {
              title: 'auth_user',
              text: 'Your own account as the page shows it: username, email address, avatar, groups. It is stored and removed together with the token.',
            },
            {
              title: 'theme',
              text: 'Light or dark, if you chose one yourself. Until you choose “system” again.',
            },
            {
              title: 'dismissed_banner',
              text: 'Which announcement above the page you dismissed. Until the next one.',
            },
            {
              title: 'background_motion',
              text: 'Whether the background stands still, if you chose so. Until you clear it.',
            },
            {
              title: 'recent_searches',
              text: 'The last five things you searched for in the header. Until you clear them there.',
            },
            {
              title: 'confirmed_downloads',
              text: 'The last 200 downloads that you started after a warning. Until you clear it.',
            },
            {
              title: 'draft …',
              text: 'What you have written in a form for a script. Until you submit it, leave it or close the tab.',
            },
            {
              title: 'admin_sidebar',
              text: 'Whether the sidebar of the back office is collapsed. Until you clear it.',
            },
            {
              title: 'admin_two_factor_offer',
              text: 'That you dismissed the reminder about two-factor authentication there. Until you clear it.',
            },
            {
              title: 'tsr-scroll-restoration',
              text: 'How far you had scrolled, so that Back returns to the same place. Until you close the tab.',
            },
          ]}
        />
        <p>
          The first two only exist while you are signed in. Everything stays in your browser; only the token
          is sent, and only to this site.
        </p>
      </>
    ),
  },
  {
    id: 'no-tracking',
    title: 'No tracking',
    content: (
      <p>
        The pages load no analytics, ads, external fonts or embedded players, and we tell your browser to
        block third-party scripts and requests. Only the logos of partners may come from the partners’ own
        servers. Our own server counts views and downloads, as the <Link to="/privacy">privacy policy</Link>{' '}
        explains.
      </p>
    ),
  },
  {
    id: 'other-sites',
    title: 'Other sites',
    content: (
      <p>
        If you follow a link to our <ChatLink /> or to a partner, the cookie rules of that site apply.
      </p>
    ),
  },
  {
    id: 'clearing',
    title: 'How to clear it',
    content: (
      <p>
        Signing out removes the token and the copy of your account right away. You can remove everything else
        in your browser’s settings for site data. The site also works without storage, but it forgets you on
        every new page.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    content: (
      <p>
        If we ever store more than this, we announce it here and in the chat community at least{' '}
        <strong>30 days</strong> before.
      </p>
    ),
  },
]
