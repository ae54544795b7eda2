@echo off
rem As the script anabranch, for Windows: starts Anabranch in Apache Felix, builds it first when it is missing.
setlocal
set "root=%~dp0"
set "root=%root:~0,-1%"
set "product=%root%\cnf\target\product"

if "%~1"=="-h" goto usage
if "%~1"=="--help" goto usage
set words=%*
if "%~1"=="--version" set words=version

set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" --version >nul 2>&1 && goto java
echo anabranch: no JDK found. Install one, 25 or later, or set JAVA_HOME to it.>&2
exit /b 69

:java
if exist "%product%\built" goto start
echo Building Anabranch; the first time this takes a minute or two ...>&2
pushd "%root%"
call mvnw.cmd -B -q -Dmaven.test.skip -pl cnf -am package 1>&2
set "failed=%errorlevel%"
popd
if not "%failed%"=="0" exit /b 70

:start
if not defined ANABRANCH_PLUGINS set "ANABRANCH_PLUGINS=%root%\plugins"
rem timeout refuses an input that is no console
set "interactive=false"
if not defined words timeout /t 0 /nobreak >nul 2>&1 && set "interactive=true"
"%java%" ^
  --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ^
  -XX:SharedArchiveFile="%product%\bin\anabranch.jsa" -Xlog:disable -Xlog:os*=warning ^
  -XX:+PerfDisableSharedMem %ANABRANCH_JVM% ^
  -Djava.util.logging.config.file="%product%\conf\logging.properties" ^
  -Danabranch.home="%product%" -Danabranch.plugins="%ANABRANCH_PLUGINS%" ^
  -Danabranch.interactive="%interactive%" -Danabranch.columns="" ^
  -jar "%product%\bin\anabranch.jar" %words%
exit /b %errorlevel%

:usage
echo Usage:
echo   anabranch                       a shell; 'help' lists its commands, 'exit' leaves
echo   anabranch run JOB [ARGS...] [--domains A,B] [--json]    one job, then exit with its status
echo   anabranch -c "SHELL COMMAND"    one shell command, then exit with its status
echo   anabranch --version             the versions of Anabranch and Java
echo.
echo Environment: JAVA_HOME, ANABRANCH_JVM, ANABRANCH_PLUGINS. After a change of the sources, delete cnf\target\product.
exit /b 0
