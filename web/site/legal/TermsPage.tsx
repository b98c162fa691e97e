import { Link } from '@tanstack/react-router'

import { useSite } from '#web/app/use-site.ts'

import { LegalDocument, ChatLink } from './LegalDocument.tsx'
import type { LegalSection } from './LegalDocument.tsx'

export function TermsPage() {
  const { siteName } = useSite()
  return (
    <LegalDocument
      title="Terms of Service"
      summary={`The rules for using ${siteName}, in plain words. By using the site you accept them.`}
      updatedOn="2026-11-26"
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
          {siteName} is a free library where a community shares scripts and other resources for game servers.
          Anyone can look around. To download, like or submit scripts you need a free account.
        </p>
        <p>
          It is run by volunteers. Nothing here is for sale, and nobody pays to be listed. In these terms,
          “we” are the people who run {siteName}.
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
          You must be at least <strong>13 years old</strong>, or older if the law of your country requires it.
        </li>
        <li>Use an email address where we can reach you, and a username that does not impersonate anyone.</li>
        <li>
          Keep your password to yourself. You are responsible for everything done with your account. If you
          think someone else knows your password, change it: that signs out every other session.
        </li>
        <li>Don’t use a second account to get around a ban or suspension.</li>
      </ul>
    ),
  },
  {
    id: 'downloading',
    title: 'What you download',
    content: (
      <>
        <p>
          <strong>Scripts are not verified.</strong> They come straight from members. Our scanner lists
          suspicious code that it finds, but a clean report does not mean a script is safe. Read the code, and
          test it on a private server before you install it.
        </p>
        <p>
          A script remains the work of its author. Unless the author says otherwise in the description, the
          licence or the archive, you may use it on your own servers and adapt it for them. You may not sell
          it or publish it as your own.
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
            Only share what you made yourself or have permission to share. Credit the people whose work you
            used.
          </li>
          <li>
            What you share remains yours. You allow us to store it, scan it, show it, make smaller copies of
            its images and give it to everyone who downloads it, free of charge, for as long as it is
            published here.
          </li>
          <li>
            You can edit your scripts, and delete them while no case about them is open. Deleting a script
            removes its files. We cannot do anything about copies that were downloaded before.
          </li>
        </ul>
        <p>
          Did someone publish your work without permission? Send us a{' '}
          <Link to="/takedown">takedown notice</Link>; the <Link to="/dmca">DMCA policy</Link> explains how it
          works.
        </p>
      </>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What is not allowed',
    content: (
      <ul>
        <li>Malware, backdoors, hidden downloads, or code that does not do what it says.</li>
        <li>Leaked or stolen work, and tools whose purpose is to steal it.</li>
        <li>Harassment, hate, threats, sexual content, or other people’s personal data.</li>
        <li>Buying likes, views or downloads, or generating them with a program.</li>
        <li>
          Attacks on the site or its members, attempts to access what is not yours, and automated requests
          that slow the site down for others.
        </li>
        <li>Anything illegal.</li>
      </ul>
    ),
  },
  {
    id: 'moderation',
    title: 'Moderation',
    content: (
      <>
        <p>
          If you see something that breaks these terms, press Report on the page of the script or member. Our
          team reviews every report; the author can respond, but does not see who sent it.
        </p>
        <p>
          Moderators can edit or hide content, withdraw versions, and ban or suspend accounts that break these
          terms. We email you the reason, once your email address is confirmed. What moderators do is
          recorded, and the <Link to="/moderation">moderation log</Link> lists their decisions about cases
          without names of members.
        </p>
        <p>
          Do you think a decision about you is wrong? You can appeal hidden scripts and texts, withdrawn or
          rejected versions and bans once each, on the <Link to="/cases">Cases</Link> page; a banned member
          finds the form after signing in. If your account is suspended, contact us in our <ChatLink />.
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
          The site and everything on it are provided as is. We do not promise that a script works, that it is
          safe or legal where you live, or that the site is always available.
        </p>
        <p>
          As far as the law allows, we are not liable for damage caused by using the site or anything you
          downloaded here. Where the law does not allow this, this section does not apply.
        </p>
      </>
    ),
  },
  {
    id: 'others',
    title: 'Other names and sites',
    content: (
      <p>
        {siteName} is a community project. It is not affiliated with or endorsed by Discord or the makers of
        the games that scripts are written for. Names and trademarks belong to their owners. We do not control
        the other sites that we link to; their own terms apply there.
      </p>
    ),
  },
  {
    id: 'leaving',
    title: 'Leaving',
    content: (
      <p>
        You can stop using the site at any time, and delete your account in your profile settings. The{' '}
        <Link to="/privacy">privacy policy</Link> explains what we delete, what stays and for how long. If you
        need help, ask in our <ChatLink />: we usually handle removal requests there within about 24 hours.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    content: (
      <p>
        If we make an important change to these terms, we announce it here and in the chat community at least{' '}
        <strong>30 days</strong> before it takes effect. If you keep using the site after that day, you accept
        the new terms.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    content: (
      <p>
        If you have questions about these terms, ask in our <ChatLink />. Open a ticket there if it is
        private.
      </p>
    ),
  },
]
