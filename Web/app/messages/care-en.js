// What the app says about itself and what is saved: new versions, networks in between, copies.

export default {
  "aside.told": "The server no longer knows this device. What you saved is kept here.",
  "aside.left": "Kept aside on this device: {names}.",
  "aside.restore": "Restore on this device",
  "aside.remove": "Remove this copy",
  "aside.removeWhat": "What was put aside is then gone for good.",
  "aside.removed": "The copy was removed.",
  "restore.done": "Restored: {what}.",
  "restore.left": "This server cannot take: {names}.",
  "restoredConnections.one": "{n} connection",
  "restoredConnections.other": "{n} connections",
  "restoredTrips.one": "{n} trip",
  "restoredTrips.other": "{n} trips",
  "import.go": "Import a file",
  "import.how":
    "A file that was exported here or from another server: its connections and trips are added to yours.",
  "import.busy": "Importing …",
  "import.notOurs":
    "This is not a file that Takt exported. Choose the one that “Export what is stored” made, takt.json.",
  "import.tooLarge": "This file is too large to be one that Takt exported.",
  "import.empty": "Nothing is saved in this file: it has no connections and no trips.",
  "import.damaged": "This file is damaged at {place}. Nothing was taken from it.",
  "export.here": "The server does not answer: the file holds what this device knows.",
  "release.ready": "A new version of Takt is ready.",
  "release.take": "Use it now",
  "timetable.new": "There is a new timetable.",
  "timetable.take": "Show it",
  "stored.told": "No answer from the server: this was stored {age}.",
  "lacks.told":
    "Icons and the map are missing on this server: its operator installs them with scripts/web-vendor.",
  "notice.later": "Later",
  "signIn.open": "Open its page",
  "push.gone": "Messages no longer reach this device.",
  "push.see": "See why",
};
