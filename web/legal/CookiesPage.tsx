import { Link } from '@tanstack/react-router'

import { useSite } from '#web/app/use-site.ts'

import { ChatLink } from './ChatLink.tsx'
import { LegalDocument } from './LegalDocument.tsx'
import type { LegalSection } from './LegalDocument.tsx'

export function CookiesPage() {
  const { siteName } = useSite()
  return (
    <LegalDocument
      title="Cookie Policy"
      summary={`What ${siteName} leaves in your browser. It is short.`}
      updatedOn="2026-11-20"
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
        This site sets <strong>no cookies</strong> at all. What other sites do with authentication cookies is
        done here with your browser’s own storage, which works much the same way for you: it lasts up to{' '}
        <strong>30 days</strong> and is gone when you sign out. There is nothing to track you, so there is no
        banner to click away.
      </p>
    ),
  },
  {
    id: 'what-is-stored',
    title: 'What is stored, and for how long',
    content: (
      <>
        <dl>
          <div>
            <dt>
              <code>auth_token</code>
            </dt>
            <dd>
              What an authentication cookie would be: the token that proves who you are. Good for up to 30
              days after you sign in (7 days for accounts with administrative permissions), or until you sign
              out.
            </dd>
          </div>
          <div>
            <dt>
              <code>auth_user</code>
            </dt>
            <dd>
              Your own account as the page shows it: username, email address, avatar, groups. It comes and
              goes with the token.
            </dd>
          </div>
          <div>
            <dt>
              <code>theme</code>
            </dt>
            <dd>Light or dark, if you chose one yourself. Until you choose “system” again.</dd>
          </div>
          <div>
            <dt>
              <code>dismissed_banner</code>
            </dt>
            <dd>Which announcement above the page you dismissed. Until the next one.</dd>
          </div>
          <div>
            <dt>
              <code>background_motion</code>
            </dt>
            <dd>Whether the background stands still, if you chose so. Until you clear it.</dd>
          </div>
          <div>
            <dt>
              <code>recent_searches</code>
            </dt>
            <dd>The last five things you searched for in the header. Until you clear them there.</dd>
          </div>
          <div>
            <dt>
              <code>confirmed_downloads</code>
            </dt>
            <dd>
              The last 200 downloads with something to check first that you started. Until you clear it.
            </dd>
          </div>
          <div>
            <dt>
              <code>draft …</code>
            </dt>
            <dd>
              What you have written in a form for a script. Until you send it, leave it or close the tab.
            </dd>
          </div>
          <div>
            <dt>
              <code>admin_sidebar</code>
            </dt>
            <dd>Whether the sidebar of the back office is folded. Until you clear it.</dd>
          </div>
          <div>
            <dt>
              <code>admin_two_factor_offer</code>
            </dt>
            <dd>That you dismissed the offer of two-factor authentication there. Until you clear it.</dd>
          </div>
          <div>
            <dt>
              <code>tsr-scroll-restoration</code>
            </dt>
            <dd>How far you had scrolled, so that Back leads to the same place. Until you close the tab.</dd>
          </div>
        </dl>
        <p>
          The first two exist only while you are signed in. All of it stays in your browser; only the token is
          sent, and only to this site.
        </p>
      </>
    ),
  },
  {
    id: 'no-tracking',
    title: 'No tracking',
    content: (
      <p>
        The pages load no analytics, no advertising, no fonts and no embedded players, and your browser is
        told to refuse scripts and calls of third parties. Only the logos of partners may come from the
        partners’ own servers. Views and downloads are counted by our own server, as the{' '}
        <Link to="/privacy">privacy policy</Link> explains.
      </p>
    ),
  },
  {
    id: 'other-sites',
    title: 'Other sites',
    content: (
      <p>
        Once you follow a link, to our <ChatLink /> or to a partner, that site’s own rules about cookies
        apply.
      </p>
    ),
  },
  {
    id: 'clearing',
    title: 'How to clear it',
    content: (
      <p>
        Signing out removes the token and the copy of your account at once. Your browser’s settings for site
        data remove everything else. Without storage the site still works, but it forgets you with every new
        page.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    content: (
      <p>
        If we ever store more than this, we say so here and in the chat community at least{' '}
        <strong>30 days</strong> before.
      </p>
    ),
  },
]
