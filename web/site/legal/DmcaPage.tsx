import { Link } from '@tanstack/react-router'

import { useSite } from '#web/app/use-site.ts'

import { buttonClass } from '#web/ui/Button.tsx'

import { LegalDocument, ChatLink } from './LegalDocument.tsx'
import type { LegalSection } from './LegalDocument.tsx'

export function DmcaPage() {
  const { siteName } = useSite()
  return (
    <LegalDocument
      title="DMCA Policy"
      summary={`Is your work on ${siteName} without your permission? Here is how to have it taken down.`}
      actions={
        <Link to="/takedown" className={buttonClass({ variant: 'cta' })}>
          Send a takedown notice
        </Link>
      }
      updatedOn="2026-11-26"
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
        Members may only share what they made or have permission to share. We respect the rights of authors
        and act on notices under the Digital Millennium Copyright Act (DMCA) and similar laws. We do not check
        who owns a work before it is published on {siteName}, so we rely on you to tell us.
      </p>
    ),
  },
  {
    id: 'notice',
    title: 'What a notice must include',
    content: (
      <ol>
        <li>Your name, and how we can reach you.</li>
        <li>The work that is yours, with a link or other proof that it existed before.</li>
        <li>The URLs of the scripts on this site that should be taken down.</li>
        <li>A statement that you believe in good faith that its use here is not permitted.</li>
        <li>
          A statement, under penalty of perjury, that your notice is accurate and that you own the rights or
          act for their owner.
        </li>
        <li>Your signature. Type your full name.</li>
      </ol>
    ),
  },
  {
    id: 'where',
    title: 'Where to send it',
    content: (
      <p>
        Use the <Link to="/takedown">takedown form</Link>. You don’t need an account: we email you a link to
        confirm your address, and then one to the status of your notice. Please send one notice for everything
        of yours that you found, up to 20 scripts, instead of one for each. If you cannot use the form, open a
        ticket in our <ChatLink /> with the subject “DMCA”; only our team can read it.
      </p>
    ),
  },
  {
    id: 'what-happens',
    title: 'What happens next',
    content: (
      <>
        <p>
          We respond within <strong>24 to 48 hours</strong>. If the notice is complete, we take the scripts
          down and tell the members who uploaded them who sent the notice and which work it is about; they do
          not see your email address. If something is missing, we deny the notice and tell you what, and you
          can send a new one.
        </p>
        <p>
          If something was posted in the chat community instead of on this site, ask there: we usually remove
          it within about 24 hours.
        </p>
      </>
    ),
  },
  {
    id: 'counter-notice',
    title: 'If your script was taken down by mistake',
    content: (
      <>
        <p>
          We email you when your script is taken down, if your email address is confirmed, and you find the
          case under <Link to="/cases">Cases</Link>. From there you can send a counter-notice, once. It must
          include:
        </p>
        <ol>
          <li>Your name, and how we can reach you.</li>
          <li>Why the takedown was a mistake.</li>
          <li>
            A statement, under penalty of perjury, that you believe in good faith that it was removed by
            mistake or misidentification.
          </li>
          <li>
            Your consent to the jurisdiction of the court at your place of residence, and to accept service of
            process from the sender of the notice.
          </li>
          <li>Your signature. Type your full name.</li>
        </ol>
        <p>
          We send it to the sender of the notice, with your name and contact details. Unless they tell us
          within 14 days that they have gone to court, we may restore the script.
        </p>
      </>
    ),
  },
  {
    id: 'repeat',
    title: 'Repeated infringement',
    content: <p>We ban members who repeatedly infringe the rights of others.</p>,
  },
  {
    id: 'false-notices',
    title: 'False notices',
    content: (
      <p>
        Anyone who knowingly sends a false notice or counter-notice may be liable for damages, including costs
        and attorneys’ fees. If you are not sure whether your rights are infringed, ask a lawyer first.
      </p>
    ),
  },
  {
    id: 'more',
    title: 'Other rules',
    content: (
      <p>
        The rest is in the <Link to="/terms">Terms of Service</Link>.
      </p>
    ),
  },
]
