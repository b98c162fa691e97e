import { rules, ruleSet } from '#contract/archives/rules.ts'
import { PageHead } from '#web/ui/PageHead.tsx'

import styles from './RulesPage.module.css'
import { severityNames, severityTones } from './severities.ts'

const severities = ['high', 'medium', 'low'] as const

/** The catalogue, also readable without JavaScript. */
export function RulesPage() {
  return (
    <article className="page-width pb-16">
      <PageHead
        title="What the Rules Look For"
        text={`Every archive is scanned with these ${rules.length} rules. A finding marks a place that deserves a look. It does not prove that an archive is harmful, and a report without findings does not prove that it is harmless. The code is not run.`}
      />
      <p className="faint text-sm">
        Rule set {ruleSet}, together with a list of hosts, texts and files of known infections.
      </p>
      {severities.map((severity) => (
        <section
          key={severity}
          data-tone={severityTones[severity]}
          aria-labelledby={`severity-${severity}`}
          className="mt-10"
        >
          <h2 className="mb-4" id={`severity-${severity}`}>
            {severityNames[severity]}
          </h2>
          <ul className="grid tiles gap-4">
            {rules
              .filter((rule) => rule.severity === severity)
              .map((rule) => (
                <li
                  key={rule.id}
                  id={rule.id}
                  className={`grid gap-2 pad-5 round-lg fill-1 muted framed ${styles.rule} content-start`}
                >
                  <h3 className="vivid text-lg">{rule.title}</h3>
                  <p>{rule.why}</p>
                  <p>
                    <strong className="vivid">Check:</strong> {rule.check}
                  </p>
                  <p className="faint text-sm">
                    <a href={`#${rule.id}`} className="hover-vivid hover-underline">
                      <code>{rule.id}</code>
                    </a>
                    {rule.isLowerOnClient && ' · one step lower in code that runs client side only'}
                    {rule.since > 1 && ` · since rule set ${rule.since}`}
                  </p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </article>
  )
}
