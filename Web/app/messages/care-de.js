// Messages about the app itself and saved data: releases, captive networks, backups.

export default {
  "aside.notice":
    "Der Server kennt dieses Gerät nicht mehr. Was Sie gespeichert haben, ist hier aufbewahrt.",
  "aside.refused": "Der Server hat eine Änderung nicht angenommen: {names}. Sie ist hier aufbewahrt.",
  "aside.left": "Auf diesem Gerät aufbewahrt: {names}.",
  "aside.restore": "Auf diesem Gerät wiederherstellen",
  "aside.saveAgain": "Erneut speichern",
  "aside.remove": "Diese Kopie entfernen",
  "aside.removeWhat": "Was aufbewahrt ist, ist dann endgültig weg.",
  "aside.removed": "Die Kopie wurde entfernt.",
  "restore.done": "Wiederhergestellt: {what}.",
  "restore.known": "War schon hier: {what}.",
  "restore.left": "Dieser Server kann nicht übernehmen: {names}.",
  "restoredConnections.one": "{n} Verbindung",
  "restoredConnections.other": "{n} Verbindungen",
  "restoredRemovals.one": "{n} Entfernung",
  "restoredRemovals.other": "{n} Entfernungen",
  "restoredTrips.one": "{n} Fahrt",
  "restoredTrips.other": "{n} Fahrten",
  "restoredStops.one": "{n} Haltestelle",
  "restoredStops.other": "{n} Haltestellen",
  "import.go": "Datei importieren",
  "import.how":
    "Eine Datei, die hier oder auf einem anderen Server exportiert wurde: Ihre Verbindungen, Fahrten und Haltestellen kommen zu den vorhandenen hinzu.",
  "import.busy": "Wird importiert …",
  "import.notOurs":
    "Das ist keine Datei, die {app} exportiert hat. Wählen Sie die, die beim Exportieren entstand: takt.json.",
  "import.tooLarge": "Diese Datei ist zu gross für eine, die {app} exportiert hat.",
  "import.empty":
    "In dieser Datei ist nichts gespeichert: Sie hat keine Verbindungen, Fahrten oder Haltestellen.",
  "import.damaged": "Diese Datei ist bei {place} beschädigt. Nichts daraus wurde übernommen.",
  "export.here": "Der Server antwortet nicht: Die Datei enthält, was dieses Gerät weiss.",
  "release.ready": "Eine neue Version von {app} ist bereit.",
  "release.take": "Jetzt verwenden",
  "timetable.new": "Es gibt einen neuen Fahrplan.",
  "timetable.take": "Anzeigen",
  "stored.notice": "Keine Antwort vom Server: Das wurde {age} gespeichert.",
  "lacks.notice":
    "Auf diesem Server fehlen Symbole und Karte: Wer ihn betreibt, installiert sie mit scripts/web-vendor.",
  "notice.later": "Später",
  "signIn.open": "Seite öffnen",
  "push.gone": "Dieses Gerät erhält keine Nachrichten mehr.",
  "push.see": "Ansehen",
};
