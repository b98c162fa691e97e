import { Link } from '@tanstack/react-router'

import { useSite } from '#web/app/use-site.ts'

import { buttonClass } from '#web/ui/button-class.ts'

import { ChatLink } from './ChatLink.tsx'
import { LegalDocument } from './LegalDocument.tsx'
import type { LegalSection } from './LegalDocument.tsx'

export function DmcaPage() {
  const { siteName } = useSite()
  return (
    <LegalDocument
      title="DMCA Policy"
      summary={`Your work is on ${siteName} without your permission? Here is how to have it taken down.`}
      actions={
        <Link to="/takedown" className={buttonClass({ variant: 'cta' })}>
          Send a takedown notice
        </Link>
      }
      updatedOn="2026-11-25"
      sections={sectionsFor(siteName)}
    />
  )
}

const sectionsFor = (siteName: string): LegalSection[] => [
  {
    id: 'our-position',
    title: 'Our position',
    content: (
      <p>
        Members may share only what they made or have the right to pass on. We respect the rights of authors
        and act on notices under the Digital Millennium Copyright Act (DMCA) and similar laws. {siteName} does
        not check who owns what before it is published, so we depend on you to tell us.
      </p>
    ),
  },
  {
    id: 'notice',
    title: 'What a notice must hold',
    content: (
      <ol>
        <li>Your name, and how we can reach you.</li>
        <li>The work that is yours, and a link or another proof that it existed before.</li>
        <li>The exact address on this site of what should be removed.</li>
        <li>A statement that you believe in good faith that its use here is not permitted.</li>
        <li>
          A statement, under penalty of perjury, that your notice is accurate and that you own the rights or
          act for whoever does.
        </li>
        <li>Your signature. Your typed full name counts.</li>
      </ol>
    ),
  },
  {
    id: 'where',
    title: 'Where to send it',
    content: (
      <p>
        Open a ticket in our <ChatLink /> with the subject “DMCA”. A ticket is seen by the team only. Please
        send one notice for everything of yours that you found, not one for each file.
      </p>
    ),
  },
  {
    id: 'what-happens',
    title: 'What happens then',
    content: (
      <>
        <p>
          We answer within <strong>24 to 48 hours</strong>. If the notice is complete, we remove the content
          or close access to it and tell the member who shared it who sent the notice and which work it is
          about. If something is missing, we ask you for it.
        </p>
        <p>
          Content that was posted in the chat community rather than on this site is usually removed within
          about 24 hours of a request there.
        </p>
      </>
    ),
  },
  {
    id: 'counter-notice',
    title: 'If it was yours after all',
    content: (
      <>
        <p>
          You shared something, and it was removed by mistake? Send us a counter-notice in the same way. It
          must hold:
        </p>
        <ol>
          <li>Your name, and how we can reach you.</li>
          <li>What was removed, and the address where it was.</li>
          <li>
            A statement, under penalty of perjury, that you believe in good faith that it was removed by
            mistake or by mix-up.
          </li>
          <li>
            Your consent that a court at your place of residence decides, and that you accept papers from
            whoever sent the notice.
          </li>
          <li>Your signature. Your typed full name counts.</li>
        </ol>
        <p>
          We pass it on. Unless the other side goes to court within 10 to 14 business days, the content may
          come back.
        </p>
      </>
    ),
  },
  {
    id: 'repeat',
    title: 'Repeated infringement',
    content: <p>Members who infringe the rights of others again and again lose their accounts.</p>,
  },
  {
    id: 'false-notices',
    title: 'False notices',
    content: (
      <p>
        Whoever knowingly sends a false notice or counter-notice may be liable for the damage, costs and
        lawyers’ fees included. If you are not sure whether your rights are infringed, ask a lawyer first.
      </p>
    ),
  },
  {
    id: 'more',
    title: 'Read on',
    content: (
      <p>
        What else members agree to stands in the <Link to="/terms">terms of service</Link>.
      </p>
    ),
  },
]
