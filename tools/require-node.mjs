// Loaded first and written for any version of Node, so that an old one prints this message instead of a syntax error.
const major = Number(process.versions.node.split('.')[0])

if (!(major >= 20)) {
  console.error(
    'Scripthaven needs Node.js 20 or newer to set itself up; this is Node.js ' +
      process.versions.node +
      '.\nInstall a newer one from https://nodejs.org and try again.',
  )
  process.exit(1)
}
