import { rules, ruleSet } from '#contract/archives/rules.ts'
import type { AnalysisResult } from '#server/archives/analyse/analysis-result.ts'

const levels = { high: 'error', medium: 'warning', low: 'note' } as const
/** GitHub shows these numbers as high, medium and low. */
const scores = { high: '8.0', medium: '5.0', low: '2.0' } as const

/** The report as SARIF 2.1.0, which GitHub and editors read. */
export function sarifReport({ findings, isWhole, contents }: AnalysisResult) {
  const used = rules.filter(({ id }) => findings.some(({ rule }) => rule === id))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Scripthaven',
            semanticVersion: `${ruleSet}.0.0`,
            rules: used.map(({ id, title, why, check, severity }) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: why },
              help: { text: check },
              defaultConfiguration: { level: levels[severity] },
              properties: { 'security-severity': scores[severity], tags: ['security'] },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: contents.notRead.map(({ path, why }) => ({
              level: 'note',
              message: { text: `Not read: ${why}` },
              locations: [locationOf(path, null, '')],
            })),
          },
        ],
        columnKind: 'utf16CodeUnits',
        properties: { isWhole },
        results: findings.map(({ rule, severity, path, line, excerpt, detail, fileSha256, side }) => {
          const title = rules.find(({ id }) => id === rule)?.title ?? rule
          return {
            ruleId: rule,
            ...(used.some(({ id }) => id === rule) && { ruleIndex: used.findIndex(({ id }) => id === rule) }),
            level: levels[severity],
            message: { text: detail === null ? title : `${title}: ${detail}` },
            locations: [locationOf(path, line, excerpt)],
            partialFingerprints: { 'ruleAndFile/v1': `${rule}:${fileSha256}:${line ?? 0}` },
            properties: { side },
          }
        }),
      },
    ],
  }
}

function locationOf(path: string, line: number | null, excerpt: string) {
  return {
    physicalLocation: {
      artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
      ...(line !== null && line > 0 && { region: { startLine: line, snippet: { text: excerpt } } }),
    },
  }
}
