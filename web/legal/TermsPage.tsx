import { Link } from '@tanstack/react-router'

import { useSite } from '#web/app/use-site.ts'

import { ChatLink } from './ChatLink.tsx'
import { LegalDocument } from './LegalDocument.tsx'
import type { LegalSection } from './LegalDocument.tsx'

export function TermsPage() {
  const { siteName } = useSite()
  return (
    <LegalDocument
      title="Terms of Service"
      summary={`The rules for using ${siteName}, in plain words. By using the site you accept them.`}
      updatedOn="2026-11-25"
      sections={sectionsFor(siteName)}
    />
  )
}

const sectionsFor = (siteName: string): LegalSection[] => [
  {
    id: 'the-site',
    title: 'What this site is',
    content: (
      <>
        <p>
          {siteName} is a free library in which a community shares scripts and other resources for game
          servers. Anybody may look around. Downloading, liking and submitting need a free account.
        </p>
        <p>
          It is run by volunteers. Nothing here is sold, and nobody pays to be listed. “We” in these terms are
          the people who run {siteName}.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    content: (
      <ul>
        <li>
          You must be at least <strong>13 years old</strong>, or older where the law of your country asks for
          it.
        </li>
        <li>
          Use an email address that reaches you, and a username that does not pretend to be somebody else.
        </li>
        <li>
          Keep your password to yourself. What is done with your account counts as done by you. If you think
          that somebody else knows your password, change it: that ends every other session.
        </li>
        <li>Do not use a second account to get around a suspension.</li>
      </ul>
    ),
  },
  {
    id: 'downloading',
    title: 'What you download',
    content: (
      <>
        <p>
          <strong>Scripts are not verified.</strong> They come straight from members. Read the code, and test
          it on a private server before you install anything that matters to you.
        </p>
        <p>
          A script stays the work of its author. Unless the author says otherwise in its description or in the
          archive, you may use it on your own servers and change it for that; you may not sell it, and you may
          not publish it as your own.
        </p>
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'What you share',
    content: (
      <>
        <ul>
          <li>
            Share only what you made yourself or have the right to pass on. Name those whose work you used.
          </li>
          <li>
            What you share remains yours. You allow us to store it, to show it, to make smaller copies of its
            pictures and to hand it to whoever downloads it, free of charge, for as long as it is published
            here.
          </li>
          <li>
            You can edit or delete your scripts, but not delete one while a case about it is open. Deleting a
            script removes its files; copies that were downloaded before are out of our hands.
          </li>
        </ul>
        <p>
          If somebody has published your work without permission, see our <Link to="/dmca">DMCA policy</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What is not allowed',
    content: (
      <ul>
        <li>Malware, backdoors, hidden downloads, or code that does something other than it says.</li>
        <li>Leaked or stolen work, and tools whose purpose is to steal it.</li>
        <li>Harassment, hate, threats, sexual content, or other people’s personal data.</li>
        <li>Likes, views or downloads that are bought or produced by a program.</li>
        <li>
          Attacks on the site or its members, attempts to reach what is not yours, and automatic requests in a
          number that slows the site down for others.
        </li>
        <li>Anything that is against the law.</li>
      </ul>
    ),
  },
  {
    id: 'moderation',
    title: 'Moderation',
    content: (
      <>
        <p>
          Moderators may edit or remove content and suspend accounts that break these terms. A suspended
          account sees the reason and how long it lasts. What moderators do is recorded.
        </p>
        <p>
          You think a decision is wrong? Appeal in our <ChatLink />.
        </p>
      </>
    ),
  },
  {
    id: 'no-warranty',
    title: 'No warranty',
    content: (
      <>
        <p>
          The site and everything on it are offered as they are. We do not promise that a script works, that
          it is safe, that it is legal where you live, or that the site is always there.
        </p>
        <p>
          As far as the law allows it, we are not liable for damage that comes from using the site or what you
          downloaded here. Where the law does not allow that, this section does not apply.
        </p>
      </>
    ),
  },
  {
    id: 'others',
    title: 'Other names and sites',
    content: (
      <p>
        {siteName} is a community project. It does not belong to, and is not endorsed by, the makers of the
        games that scripts are written for, or Discord. Names and marks belong to their owners. Links to other
        sites lead out of our reach: their own terms apply there.
      </p>
    ),
  },
  {
    id: 'leaving',
    title: 'Leaving',
    content: (
      <p>
        You can stop using the site whenever you like. Accounts cannot be deleted yet: the{' '}
        <Link to="/privacy">privacy policy</Link> says what you can do yourself, what our team does if you ask
        in our <ChatLink />, and what is kept for how long. Removal requests there are usually handled within
        about 24 hours.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    content: (
      <p>
        When we change these terms in a way that matters, we say so at least <strong>30 days</strong> before
        the change takes effect, here and in the chat community. Whoever goes on using the site after that day
        accepts the new terms.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    content: (
      <p>
        Questions about these terms are answered in our <ChatLink />. Open a ticket there if it is not for
        everybody’s eyes.
      </p>
    ),
  },
]
