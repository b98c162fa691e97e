import { Link } from '@tanstack/react-router'

import { ownDataLimits } from '#contract/accounts/own-data.ts'
import { useSite } from '#web/app/use-site.ts'

import { LegalDocument, ChatLink, LegalFacts } from './LegalDocument.tsx'
import type { LegalSection } from './LegalDocument.tsx'

export function PrivacyPage() {
  const { siteName } = useSite()
  return (
    <LegalDocument
      title="Privacy Policy"
      summary={`What ${siteName} knows about you, why, and for how long.`}
      updatedOn="2026-11-27"
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
        <li>There are no ads, no analytics services and no tracking across sites.</li>
        <li>We do not sell your data or give it to advertisers.</li>
        <li>We keep what we need to run and moderate the site. Below you can read for how long.</li>
      </ul>
    ),
  },
  {
    id: 'what-we-store',
    title: 'What we store',
    content: (
      <LegalFacts
        facts={[
          {
            title: 'Your account',
            text: 'Your username, your email address and whether it is confirmed, your password as a hash that cannot be reversed, the key of your authenticator app if you use one, your groups, and the day you joined.',
          },
          {
            title: 'Your profile',
            text: 'The text and the links that you write, your notification settings and your access tokens (as hashes). An avatar, if you choose one: we re-encode it, which removes hidden data from photos.',
          },
          {
            title: 'Your Discord id',
            text: 'Only if you verified your account with a code: the id of the Discord account that used it.',
          },
          {
            title: 'What you share',
            text: 'Your scripts with their files and images, your collections and compatibility reports, the teams and scripts that you are a member of, which scripts you like, what you follow, and the searches that you save.',
          },
          {
            title: 'Usage data',
            text: 'Which scripts were viewed and downloaded, when, and by which account if you were signed in.',
          },
          {
            title: 'Communication records',
            text: 'The log of sign-ins, of changes to accounts and scripts, and of what moderators did, with their notes.',
          },
          {
            title: 'Reports and appeals',
            text: 'What you write in reports, appeals and their messages. The person you report can read your report, but we do not tell them who sent it.',
          },
          {
            title: 'Takedown notices',
            text: 'What you write in a notice or a counter-notice: your name, how we can reach you, and your claim.',
          },
          {
            title: 'IP addresses',
            text: 'The IP addresses of your registration, your sign-ins and your open sessions, and the browser you used.',
          },
        ]}
      />
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
          To email you about your account, your scripts and reports, about what you follow if you chose so,
          and about security problems in scripts that you downloaded. There is no newsletter.
        </li>
        <li>To keep the site safe: to find abuse, password guessing and banned people who come back.</li>
        <li>To moderate: moderators see what they need to decide a case.</li>
      </ul>
    ),
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    content: (
      <>
        <p>
          <strong>Everyone</strong> can see your public profile: username, avatar, group, text and links, the
          day you joined, your scripts and their numbers, your public collections, your teams, and your
          compatibility reports. Never your email address, your Discord id or your IP address.
        </p>
        <p>
          <strong>Administrators and moderators</strong> can see more, depending on their permissions.
        </p>
        <p>
          <strong>Others</strong> only get data where necessary: the providers that host the site and deliver
          its emails, Discord when you use our community there, and authorities when the law requires it. If
          you send a counter-notice, the sender of the notice gets it with your name and contact details.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    content: (
      <>
        <LegalFacts
          facts={[
            {
              title: 'Usage data',
              text: 'Up to 2 years, then it is deleted automatically. We keep the list of scripts that you downloaded as long as they exist, so that we can warn you about them.',
            },
            {
              title: 'Communication records',
              text: 'Up to 3 years, then they are deleted automatically. We keep cases, bans, takedown notices and the notes of moderators without a fixed limit.',
            },
            {
              title: 'Sign-in',
              text: 'Up to 30 days, or until you sign out. The cookie policy lists what your browser keeps.',
            },
            {
              title: 'IP addresses',
              text: 'In full for 90 days; after that at most the network they belong to.',
            },
            { title: 'Scripts', text: 'Until you or we delete them.' },
            {
              title: 'Account and profile',
              text: (
                <>
                  Until you delete your account. <a href="#your-rights">Your rights</a> explains what stays
                  then.
                </>
              ),
            },
          ]}
        />
        <p>
          We keep totals, such as the number of downloads: they contain nothing about you. The{' '}
          <Link to="/cookies">cookie policy</Link> lists what is stored in your own browser.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    content: (
      <p>
        We store passwords as slow, salted hashes (Argon2id). Links that open an account work once, expire,
        and are stored as hashes too, and so are recovery codes. Keys of authenticator apps are encrypted. The
        server checks permissions on every request. A new password signs out all other sessions. No protection
        is perfect: use a password that you don’t use anywhere else.
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
          <strong>A copy of your data.</strong> In your settings you can request a ZIP file of everything that
          names your account, with your scripts and their files. We email you when it is ready, and you can
          download it for {ownDataLimits.exportDays} days. Passwords and other secrets are left out, and so is
          what the team wrote about you and what belongs to other people.
        </p>
        <p>
          <strong>Deleting your account.</strong> You can delete your account in your settings. You have{' '}
          {ownDataLimits.graceDays} days to change your mind; after that we delete your username, email
          address, password, avatar, Discord id, IP addresses, sessions, groups, likes, follows, saved
          searches, collections, compatibility reports, memberships in scripts and teams, invitations,
          notifications and the list of your downloads. Before that, the last owner of a team makes another
          member an owner, or deletes the team. If you are banned, we delete the account when the ban ends.
        </p>
        <p>What stays, without your name, under “deleted user” and a number:</p>
        <ul>
          <li>
            your scripts, their versions and your remarks on findings. Delete them first if you want that. A
            script that has a maintainer is handed over to the one who has been so the longest;
          </li>
          <li>cases, reports, appeals, takedown notices and bans, and what was written in them;</li>
          <li>the log of what was done, without your name and without details, as long as it is kept;</li>
          <li>totals, such as the number of likes and downloads.</li>
        </ul>
        <p>
          In our <ChatLink /> you can ask us to correct mistakes, or object to how we use your data. You can
          also complain to the data protection authority of your country.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    content: (
      <p>
        The site is not meant for children under <strong>13</strong>. If you find out that a younger child has
        an account, tell us: we will deactivate it and remove what it shared.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    content: (
      <p>
        If we make an important change to this policy, we announce it here and in the chat community at least{' '}
        <strong>30 days</strong> before it takes effect.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    content: (
      <p>
        The people who run {siteName} are responsible for your data. You can reach them in our <ChatLink />;
        open a ticket for anything personal.
      </p>
    ),
  },
]
