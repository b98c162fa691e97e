const usual = /(^|\/)([\w-]*config\.lua|[^/]+\.(cfg|json)|(config|configs|locale|locales)\/[^/]+)$/i

/** Files that owners are meant to change. `patterns` are of the whole server: `garage/data/*.lua`. */
export function configurationOf(
  resource: string,
  patterns: readonly string[] = [],
): (path: string) => boolean {
  const expressions = patterns.map(
    (pattern) =>
      new RegExp(
        `^${pattern
          .split(/(\*+)/)
          .map((part) =>
            part.startsWith('**')
              ? '.*'
              : part === '*'
                ? '[^/]*'
                : part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`),
          )
          .join('')}$`,
      ),
  )
  return (path) =>
    usual.test(path) || expressions.some((expression) => expression.test(`${resource}/${path}`))
}
