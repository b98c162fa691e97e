export const changelogHint =
  'What is new, and what an update needs. Markdown: # heading, - list, **bold**, `code`, [link](https://…).'
