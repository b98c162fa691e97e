import { Link } from '@tanstack/react-router'

import { useSite } from '#web/app/use-site.ts'

import { ChatLink } from './ChatLink.tsx'
import { LegalDocument } from './LegalDocument.tsx'
import type { LegalSection } from './LegalDocument.tsx'

export function PrivacyPage() {
  const { siteName } = useSite()
  return (
    <LegalDocument
      title="Privacy Policy"
      summary={`What ${siteName} knows about you, why, and for how long.`}
      updatedOn="2026-11-25"
      sections={sectionsFor(siteName)}
    />
  )
}

const sectionsFor = (siteName: string): LegalSection[] => [
  {
    id: 'in-short',
    title: 'In short',
    content: (
      <ul>
        <li>You can browse everything without an account.</li>
        <li>There is no advertising, no analytics service and no tracking across sites.</li>
        <li>We do not sell data and do not hand it to advertisers.</li>
        <li>We keep what the site needs to work and to be moderated; below you can read for how long.</li>
      </ul>
    ),
  },
  {
    id: 'what-we-store',
    title: 'What we store',
    content: (
      <dl>
        <div>
          <dt>Your account</dt>
          <dd>
            Username, email address and whether it is confirmed, your password as a hash that cannot be turned
            back, the key of your authenticator app if you use one, your groups, and the day you joined.
          </dd>
        </div>
        <div>
          <dt>Your profile</dt>
          <dd>An avatar, if you choose one. It is encoded anew, so that data hidden in the photo is gone.</dd>
        </div>
        <div>
          <dt>Your Discord id</dt>
          <dd>
            Only if you verify your account with a code: the number of the Discord account that used it.
          </dd>
        </div>
        <div>
          <dt>What you share</dt>
          <dd>Scripts with their files and pictures, and which scripts you like.</dd>
        </div>
        <div>
          <dt>Usage data</dt>
          <dd>Which scripts were viewed and downloaded, when, and by which account if you were signed in.</dd>
        </div>
        <div>
          <dt>Communication records</dt>
          <dd>
            The record of sign-ins, of changes to accounts and scripts, and of what moderators did, with the
            notes they left.
          </dd>
        </div>
        <div>
          <dt>Takedown notices</dt>
          <dd>
            What you write in a notice or a counter-notice: your name, how to reach you, and your claim.
          </dd>
        </div>
        <div>
          <dt>Network addresses</dt>
          <dd>
            The IP address of your registration, your sign-ins and your open sessions, and their browser.
          </dd>
        </div>
      </dl>
    ),
  },
  {
    id: 'what-for',
    title: 'What we use it for',
    content: (
      <ul>
        <li>
          To run the site: to sign you in, publish what you share, and count likes, views and downloads.
        </li>
        <li>
          To write to you about your account, your scripts and reports, and about security problems of scripts
          that you downloaded. There is no newsletter.
        </li>
        <li>To keep the site safe: to find abuse, guessing of passwords and banned people who come back.</li>
        <li>To keep order: moderators see what they need to decide.</li>
      </ul>
    ),
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    content: (
      <>
        <p>
          <strong>Everybody</strong> sees your public profile: username, avatar, group, the day you joined,
          your scripts and their numbers. Never your email address, your Discord id or your IP address.
        </p>
        <p>
          <strong>Administrators and moderators</strong> see more, as far as their permissions reach.
        </p>
        <p>
          <strong>Others</strong> get data only where it cannot be done without: the providers that host the
          site and deliver its mails, Discord when you use our community there, and authorities when the law
          obliges us.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    content: (
      <>
        <dl>
          <div>
            <dt>Usage data</dt>
            <dd>
              Up to 2 years, then it is deleted automatically. Which scripts you downloaded is kept as long as
              they exist, so that we can warn you about them.
            </dd>
          </div>
          <div>
            <dt>Communication records</dt>
            <dd>
              Up to 3 years, then they are deleted automatically. Cases, bans, takedown notices and the notes
              of moderators have no fixed end.
            </dd>
          </div>
          <div>
            <dt>Sign-in</dt>
            <dd>Up to 30 days, or until you sign out. See the cookie policy for what your browser keeps.</dd>
          </div>
          <div>
            <dt>IP addresses</dt>
            <dd>Whole for 90 days; after that at most the network they were in.</dd>
          </div>
          <div>
            <dt>Scripts</dt>
            <dd>Until you or we delete them.</dd>
          </div>
          <div>
            <dt>Account and profile</dt>
            <dd>
              Accounts cannot be deleted yet. <a href="#your-rights">Your rights</a> says what you can do
              today.
            </dd>
          </div>
        </dl>
        <p>
          The totals of the site, such as the number of downloads, hold nothing about a person and stay. What
          is kept in your own browser is listed in the <Link to="/cookies">cookie policy</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    content: (
      <p>
        Passwords are stored as slow, salted hashes (Argon2id). Links that open an account work once, expire,
        and are stored as hashes too, like recovery codes. Keys of authenticator apps are encrypted. Every
        permission is checked by the server on every call. A new password ends all other sessions. No
        protection is perfect: use a password that you use nowhere else.
      </p>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    content: (
      <>
        <p>
          You can see and change your username, email address, avatar and password in your{' '}
          <Link to="/profile/settings">profile settings</Link>, and edit or delete your scripts on their
          pages.
        </p>
        <p>
          <strong>Accounts cannot be deleted yet.</strong> If you want to leave, you can delete your scripts,
          change your username and email address, and sign out everywhere. If you ask in our <ChatLink />, our
          team deactivates your account, so that nobody can sign in with it, replaces your username and email
          address with neutral ones, and removes scripts that you left. Removal requests there are usually
          handled within about 24 hours. The record of activities keeps your former name until it is deleted
          automatically.
        </p>
        <p>
          You may also ask there for a copy of your data, have mistakes corrected or object to a use of it,
          and complain to the data protection authority of your country.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    content: (
      <p>
        The site is not meant for children under <strong>13</strong>. If you learn that a younger child has an
        account, tell us: we deactivate it and remove what it shared.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    content: (
      <p>
        When we change this policy in a way that matters, we say so at least <strong>30 days</strong> before
        it takes effect, here and in the chat community.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    content: (
      <p>
        The people who run {siteName} are responsible for your data. Reach them in our <ChatLink />; open a
        ticket for anything personal.
      </p>
    ),
  },
]
