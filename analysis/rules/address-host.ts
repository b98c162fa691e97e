import { nothing, textOf } from '#analysis/flow/value.ts'
import { ownIp } from '#analysis/knowledge/names.ts'
import { hostsOf, ip } from './hosts.ts'
import { defineRule, js, lua, medium } from './rule.ts'

export const addressHost = defineRule({
  id: 'address-host',
  on: ['literal'],
  test: ({ values, file }, program) => {
    const text = textOf(values[0] ?? nothing) ?? ''
    if (text.length < 16 && ip.test(text) && !ownIp.test(text))
      return program.of(file, 'http').some(({ name }) => /^module:(net|dgram|tls)\b/.test(name))
        ? medium('for a connection without HTTP')
        : undefined
    const found = text.includes('://')
      ? hostsOf(text).find((host) => ip.test(host) && !ownIp.test(host))
      : undefined
    return found === undefined ? undefined : medium(found)
  },
  examples: {
    found: [
      lua(`^local url = 'http://203.0.113.7/list'`),
      js(`^const url = 'http://203.0.113.7:8080/list'`),
      js(`const socket = require('dgram').createSocket('udp4')
^socket.send(lines, 0, 10, 5514, '93.184.216.34')`),
    ],
    notFound: [
      lua(`local url = 'http://127.0.0.1/list'`),
      js(`const url = 'http://192.168.0.7/list'`),
      js(`const socket = require('dgram').createSocket('udp4')
socket.send(lines, 0, 10, 5514, '127.0.0.1')`),
    ],
  },
})
