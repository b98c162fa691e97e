import { expect, test } from 'vitest'

import { lexLua } from '#analysis/syntax/lua-lexer.ts'

import { findFrameworks } from './frameworks.ts'

test.each([
  ["ESX = exports['es_extended']:getSharedObject()", ['esx']],
  ['ESX = exports.es_extended:getSharedObject()', ['esx']],
  ["TriggerEvent('esx:getSharedObject', function(o) ESX = o end)", ['esx']],
  ["local QBCore = exports['qb-core']:GetCoreObject()", ['qbcore']],
  ['exports.qbx_core:GetPlayer(source)', ['qbox']],
  ["local Ox = require '@ox_core.lib.init' exports.ox_core:GetPlayer()", ['ox']],
  ["vRP = Proxy.getInterface('vRP')", ['vrp']],
  ["vRP = Proxy.getInterface 'vRP'", ['vrp']],
  ['local Core = exports.vorp_core:GetCore()', ['vorp']],
  ["exports.vorp_inventory:addItem(source, 'bread', 1)", ['vorp']],
  ["local RSGCore = exports['rsg-core']:GetCoreObject()", ['rsg']],
  ["if has('qb-core') then q() elseif has('es_extended') then e() end", ['esx', 'qbcore']],
  ["-- exports['es_extended']\nprint('hello', 'vRP')", []],
])('%s uses %j', (script, expected) => expect(findFrameworks(lexLua(script))).toEqual(expected))
