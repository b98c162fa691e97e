import { useQuery } from '@tanstack/react-query'
import type { SitePageName } from '#contract/site/site-pages.ts'
import { FailedState } from '#web/ui/FailedState.tsx'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { sitePageQuery } from './site-pages.data.ts'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export function AboutPage() {
  return <SitePage page="about" title="About" />
}

export function SupportPage() {
  return <SitePage page="support" title="Support" />
}

/** The text of the operator from the settings; the placeholder while that is empty. */
function SitePage({ page, title }: { page: SitePageName; title: string }) {
  const query = useQuery(sitePageQuery(page))
  const { data, isPending, error } = query
  if (data?.text.length === 0) return <ComingSoonPage />
  return (
    <article className={`page-width pb-16`}>
      {data && (
        <>
          <PageHead title={title} />
          <FormattedText nodes={data.text} isMainText />
        </>
      )}
      {isPending && <Skeleton shape="block" height={320} />}
      {error && (
        <FailedState heading="h1" title="This page could not be loaded" text={error.message} query={query} />
      )}
    </article>
  )
}

function ComingSoonPage() {
  return (
    <div className="page-width">
      <EmptyState
        heading="h1"
        icon={<Hourglass />}
        title="Coming Soon"
        action={
          <Link to="/" className={buttonClass()}>
            Go to the homepage
          </Link>
        }
      />
    </div>
  )
}
