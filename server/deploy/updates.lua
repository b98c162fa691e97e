-- Says which scripts on this server have a newer version, or one that was withdrawn.
-- It asks {site} once after the start. It sends the ids and the version
-- numbers of the scripts, nothing else. It prints to the console and changes nothing.
--
-- To use it, put this file into the folder resources/script-updates, with an fxmanifest.lua of three lines:
--   fx_version 'cerulean'
--   game 'common'
--   server_script 'updates.lua'
-- and add `ensure script-updates` to server.cfg.
--
-- A resource is checked when its fxmanifest.lua has its version and the id of its script, for example:
--   version '1.2.0'
--   scripthaven '12'

local site = '{site}'
local entriesMax = 100 -- in one request

local function print_line(text)
  -- Texts of authors: without colors and control characters.
  print(('[script-updates] %s'):format((text:gsub('[%c^]', ' '))))
end

-- The id and the version of each started resource that names its script.
local function find_installed()
  local installed = {}
  for index = 0, GetNumResources() - 1 do
    local resource = GetResourceByFindIndex(index)
    if resource and GetResourceState(resource) == 'started' then
      local id = GetResourceMetadata(resource, 'scripthaven', 0) or ''
      local version = GetResourceMetadata(resource, 'version', 0) or ''
      if id:match('^[1-9]%d*$') and #id <= 9 then
        if #version > 64 or not version:match('^[%w._+-]+$') then version = '' end
        installed[#installed + 1] = { resource = resource, id = id, version = version }
      end
    end
  end
  return installed
end

local function report(one, update)
  local name = ('%s %s'):format(one.resource, one.version)
  local latest = update.latest
  local newer = latest and ('%s is the current version: %s%s'):format(latest.number, site, latest.path)
  if update.status == 'outdated' then
    print_line(('%s: %s'):format(name, newer))
  elseif update.status == 'withdrawn' then
    local why = ('%s: %s'):format(update.installed.kind, update.installed.reason)
    print_line(('%s was withdrawn (%s). %s'):format(name, why, newer or 'There is no other version.'))
  end
end

local function check(installed)
  local entries = {}
  for index, one in ipairs(installed) do
    local version = one.version:gsub('+', '%%2B')
    entries[index] = version == '' and one.id or ('%s@%s'):format(one.id, version)
  end
  local url = ('%s/api/updates?installed=%s'):format(site, table.concat(entries, ','))
  PerformHttpRequest(url, function(status, body)
    if status ~= 200 then return print_line(('The check for updates failed with status %s.'):format(status)) end
    for index, update in ipairs(json.decode(body).scripts) do
      report(installed[index], update)
    end
  end, 'GET')
end

CreateThread(function()
  Wait(30 * 1000) -- until the other resources are started
  local batch = {}
  for _, one in ipairs(find_installed()) do
    batch[#batch + 1] = one
    if #batch == entriesMax then
      check(batch)
      batch = {}
    end
  end
  if #batch > 0 then check(batch) end
end)
