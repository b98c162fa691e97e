import { Link, useSearch } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'

import { openRedirectDialog } from '#web/app/dialogs.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { useSite } from '#web/app/use-site.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

import { faqQuestions } from './faq.texts.ts'
import { faqTopics, parseFaqSearch, topicNames } from './faq-topics.ts'
import styles from './FaqPage.module.css'

/** Native details elements open without JavaScript, and the browser's search finds text in closed ones. */
export function FaqPage() {
  const { pendingSearch, search } = usePendingSearch(useSearch({ from: '/faq' }), parseFaqSearch)
  const { topic } = search
  const questions = faqQuestions(useSite())
  const filtered = topic ? questions.filter((question) => question.topic === topic) : questions
  const countOf = (name: string) => questions.filter((question) => question.topic === name).length
  return (
    <div className="page-width pb-16">
      <PageHead title="Frequently Asked Questions" text="Short answers to the most common questions." />
      <Tabs
        label="Topics"
        currentId={pendingSearch.topic ?? 'all'}
        tabs={[
          { id: 'all', label: 'All', count: questions.length },
          ...topicNames.map((name) => ({ id: name, label: faqTopics[name], count: countOf(name) })),
        ]}
        renderLink={(id, props) => (
          <Link
            to="/faq"
            search={id === 'all' ? {} : { topic: id }}
            resetScroll={false}
            activeOptions={{ exact: true, explicitUndefined: true }}
            {...props}
          />
        )}
      />
      <div className="grid gap-8 top mt-8 with-aside">
        <ul className="grid gap-3 min-0" aria-label="Questions">
          {filtered.map(({ id, question, answer }) => (
            <li key={id} id={id}>
              <details className={`${styles.question} disclosure framed round-lg fill-1`}>
                <summary>
                  <h2 className="grow min-0">{question}</h2>
                  <ChevronDown />
                </summary>
                <div className={`${styles.answer} grid gap-3 muted`}>
                  {answer.map((paragraph) => (
                    <p key={paragraph}>{withLinks(paragraph)}</p>
                  ))}
                </div>
              </details>
            </li>
          ))}
        </ul>
        <Card
          as="aside"
          padding="md"
          className="grid items-start gap-3 muted text-sm sticky-aside"
          aria-labelledby="more-title"
        >
          <h2 className="vivid text-lg" id="more-title">
            Something else?
          </h2>
          <p>Ask in the chat community: someone there has probably had the same question.</p>
          <Button icon={<DiscordIcon />} onClick={openRedirectDialog}>
            Join Discord
          </Button>
        </Card>
      </div>
    </div>
  )
}

/** The text with `[words](/path)` as links. */
function withLinks(text: string) {
  return text.split(/(\[[^\]]+\]\([^)]+\))/).map((part) => {
    const [, words, path] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
    if (path === undefined) return part
    return (
      <Link key={path} to={path} className="text-link">
        {words}
      </Link>
    )
  })
}
